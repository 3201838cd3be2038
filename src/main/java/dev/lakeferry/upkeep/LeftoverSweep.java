package dev.lakeferry.upkeep;

import dev.lakeferry.job.Abandoned;
import dev.lakeferry.job.AbandonedAttempts;
import dev.lakeferry.job.CommitLock;
import dev.lakeferry.job.HeldLock;
import dev.lakeferry.job.SessionName;
import dev.lakeferry.job.TableLock;
import dev.lakeferry.lake.Catalog;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.objects.ObjectInfo;
import dev.lakeferry.objects.ObjectStore;
import dev.lakeferry.objects.S3Uri;
import dev.lakeferry.publish.ShadowName;
import dev.lakeferry.settings.LakeSettings;
import dev.lakeferry.settings.Settings;
import dev.lakeferry.state.StateDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes what attempts that can no longer publish left: the shadow tables that they filled ahead
 * of a staged swap, and in the lake's bucket what they landed and the files that a killed worker
 * had written under its shadow's path.
 *
 * <p>Law "objects that the catalog may know are sacred": below a prefix of which any catalog row
 * (live, of an old snapshot or scheduled for deletion) names an object, everything stays. The
 * table's lock is held meanwhile, as for a publication, so that nothing under the prefix is being
 * registered.
 */
public final class LeftoverSweep {
  private static final Logger LOG = LoggerFactory.getLogger(LeftoverSweep.class);
  private static final int ATTEMPTS = 1_000;

  private final AbandonedAttempts attempts;
  private final TableLock locks;
  private final Catalog catalog;
  private final ObjectStore objects;
  private final LakeSettings lake;
  private final LeftoverShadows shadows;

  /**
   * Takes the state database and one lake.
   *
   * @param commitWait how long to wait for the turn to commit
   */
  public LeftoverSweep(
      StateDatabase state,
      Lake engine,
      Catalog catalog,
      ObjectStore objects,
      LakeSettings lake,
      Duration commitWait) {
    this.attempts = new AbandonedAttempts(state.jdbi(), lake.dataPath());
    this.locks = new TableLock(state);
    this.catalog = catalog;
    this.objects = objects;
    this.lake = lake;
    this.shadows =
        new LeftoverShadows(engine, catalog, new CommitLock(state), lake.dataPath(), commitWait);
  }

  /**
   * What a sweep may do.
   *
   * @param age how old attempts and objects are at least
   * @param budget how many objects are removed at most
   * @param remove false for a dry run
   */
  public record Limits(Duration age, int budget, boolean remove) {

    /** As the settings say. */
    public static Limits of(Settings settings, boolean remove) {
      return new Limits(
          settings.duration("lakeferry.leftovers.age"),
          settings.number("lakeferry.leftovers.budget"),
          remove);
    }
  }

  /**
   * What a sweep found.
   *
   * @param removed objects that were removed, or would be
   * @param bytes their size
   * @param kept objects that are too young, or stand below a prefix that the catalog names
   * @param shadows tables that were dropped, or would be; what they are made of stays until their
   *     snapshots expire
   * @param busy attempts whose table was being published
   */
  public record Swept(
      List<ObjectInfo> removed, long bytes, long kept, List<TableName> shadows, int busy) {}

  /** Sweeps until nothing is left or the budget is used up. */
  public Swept sweep(Limits limits) {
    Sweep sweep = new Sweep(limits, attempts.ago(limits.age()));
    for (Abandoned abandoned : attempts.olderThan(limits.age(), ATTEMPTS)) {
      if (sweep.removed.size() >= limits.budget()) {
        break;
      }
      if (limits.remove()) {
        remove(abandoned, sweep);
      } else {
        shadows.of(abandoned).ifPresent(sweep.shadows::add);
        prefixes(abandoned).forEach(sweep::look);
      }
    }
    return new Swept(
        sweep.removed,
        sweep.removed.stream().mapToLong(ObjectInfo::size).sum(),
        sweep.kept,
        List.copyOf(sweep.shadows),
        sweep.busy);
  }

  private void remove(Abandoned abandoned, Sweep sweep) {
    Optional<HeldLock> lock =
        locks.tryLock(lake.dataPath(), abandoned.table(), SessionName.of("leftovers"));
    if (lock.isEmpty()) {
      sweep.busy++;
      return;
    }
    try (HeldLock held = lock.get()) {
      if (!attempts.claim(abandoned, sweep.limits.age())) {
        return;
      }
      if (held.isHeld()) {
        shadows.drop(abandoned).ifPresent(sweep.shadows::add);
      }
      long keptBefore = sweep.kept;
      for (String prefix : prefixes(abandoned)) {
        List<ObjectInfo> leftovers = sweep.look(prefix);
        for (ObjectInfo leftover : leftovers) {
          // Before the deletion, so that a key that is gone stands in the log for certain.
          LOG.info(
              "Removing s3://{}/{} ({} bytes, of {}): {} left it and can no longer publish, and no"
                  + " catalog row names anything there.",
              lake.bucket(),
              leftover.key(),
              leftover.size(),
              leftover.modified(),
              abandoned);
        }
        if (!held.isHeld()) {
          return;
        }
        objects.delete(lake.bucket(), leftovers.stream().map(ObjectInfo::key).toList());
      }
      if (sweep.kept == keptBefore && sweep.removed.size() < sweep.limits.budget()) {
        attempts.removed(abandoned);
      }
    }
  }

  private List<String> prefixes(Abandoned abandoned) {
    List<String> prefixes = new ArrayList<>();
    if (abandoned.landingPrefix() != null) {
      prefixes.add(abandoned.landingPrefix());
    }
    String shadow =
        ShadowName.of(abandoned.table(), abandoned.runId(), abandoned.attempt()).table();
    prefixes.add(lake.prefix() + abandoned.targetSchema() + "/" + shadow + "/");
    return prefixes;
  }

  /** One pass. */
  private final class Sweep {
    private final Limits limits;
    private final Instant before;
    private final List<ObjectInfo> removed = new ArrayList<>();
    private final Set<TableName> shadows = new LinkedHashSet<>();
    private long kept;
    private int busy;

    Sweep(Limits limits, Instant before) {
      this.limits = limits;
      this.before = before;
    }

    /** What may be removed below a prefix. */
    List<ObjectInfo> look(String prefix) {
      boolean named = catalog.fileUnder(S3Uri.of(lake.bucket(), prefix)).isPresent();
      List<ObjectInfo> found = new ArrayList<>();
      for (ObjectInfo object : objects.list(lake.bucket(), prefix)) {
        if (named || !object.modified().isBefore(before)) {
          kept++;
        } else if (removed.size() < limits.budget()) {
          found.add(object);
          removed.add(object);
        } else {
          break;
        }
      }
      return found;
    }
  }
}
