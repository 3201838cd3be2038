package dev.lakeferry.upkeep;

import dev.lakeferry.job.Actor;
import dev.lakeferry.job.HeldLock;
import dev.lakeferry.job.PublishedSnapshot;
import dev.lakeferry.job.Rollbacks;
import dev.lakeferry.job.Rollbacks.Rollback;
import dev.lakeferry.job.SessionName;
import dev.lakeferry.job.TableLock;
import dev.lakeferry.lake.Catalog;
import dev.lakeferry.objects.ObjectInfo;
import dev.lakeferry.objects.ObjectStore;
import dev.lakeferry.objects.S3Uri;
import dev.lakeferry.publish.PublicationId;
import dev.lakeferry.settings.LakeSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rollbacks whose process died, or whose COMMIT was not answered: the catalog tells how they ended.
 * What failed ones left in the bucket is removed, unless the catalog names anything of it.
 */
final class DeadRollbacks {
  private static final Logger LOG = LoggerFactory.getLogger(DeadRollbacks.class);

  private final Rollbacks rollbacks;
  private final TableLock locks;
  private final Catalog catalog;
  private final ObjectStore objects;
  private final LakeSettings lake;

  DeadRollbacks(
      Rollbacks rollbacks,
      TableLock locks,
      Catalog catalog,
      ObjectStore objects,
      LakeSettings lake) {
    this.rollbacks = rollbacks;
    this.locks = locks;
    this.catalog = catalog;
    this.objects = objects;
    this.lake = lake;
  }

  /** Who holds its table's lock is alive; of the others the catalog is asked. */
  void resolve() {
    for (Rollback rollback : rollbacks.unresolved()) {
      Optional<HeldLock> lock = lock(rollback);
      if (lock.isPresent()) {
        try (HeldLock held = lock.get()) {
          LOG.debug("Resolving {} under the {}", rollback, held);
          resolve(rollback);
        }
      }
    }
  }

  private void resolve(Rollback rollback) {
    String message = PublicationId.commitMessage(Rollbacks.runId(rollback.id()), 1);
    Optional<Catalog.Snapshot> made = catalog.committedWith(List.of(message));
    if (made.isPresent()) {
      rollbacks.completed(
          rollback,
          new PublishedSnapshot(made.get().id(), made.get().time()),
          new Actor(rollback.askedBy(), "upkeep"));
    } else {
      rollbacks.failed(
          rollback.id(),
          false,
          "Its process died before it was done; the live table is as it was. Release the table, or"
              + " give the command again.");
    }
  }

  /** Objects that failed rollbacks left; removed unless it is a dry run. */
  List<ObjectInfo> leftovers(Duration age, boolean remove) {
    List<ObjectInfo> found = new ArrayList<>();
    for (Rollback rollback : rollbacks.withLeftovers(age)) {
      Optional<HeldLock> lock = lock(rollback);
      if (lock.isPresent()) {
        try (HeldLock held = lock.get()) {
          if (catalog.fileUnder(S3Uri.of(lake.bucket(), rollback.landingPrefix())).isEmpty()
              && held.isHeld()) {
            found.addAll(remove(rollback, remove));
          }
        }
      }
    }
    return found;
  }

  private List<ObjectInfo> remove(Rollback rollback, boolean remove) {
    List<ObjectInfo> there = new ArrayList<>();
    objects.list(lake.bucket(), rollback.landingPrefix()).forEach(there::add);
    if (remove) {
      there.forEach(
          object ->
              LOG.info(
                  "Removing s3://{}/{}: {} left it and failed, and no catalog row names anything"
                      + " there.",
                  lake.bucket(),
                  object.key(),
                  Rollbacks.runId(rollback.id())));
      objects.delete(lake.bucket(), there.stream().map(ObjectInfo::key).toList());
      rollbacks.leftoversRemoved(rollback.id());
    }
    return there;
  }

  private Optional<HeldLock> lock(Rollback rollback) {
    return locks.tryLock(lake.dataPath(), rollback.table(), SessionName.of("leftovers"));
  }
}
