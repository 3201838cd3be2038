package dev.lakeferry.upkeep;

import dev.lakeferry.lake.Catalog;
import dev.lakeferry.lake.PendingDeletions;
import dev.lakeferry.lake.PendingDeletions.Batch;
import dev.lakeferry.lake.PendingDeletions.Pending;
import dev.lakeferry.objects.ObjectStore;
import dev.lakeferry.objects.S3Uri;
import dev.lakeferry.settings.LakeSettings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes objects that no snapshot needs any more. A key that cannot be deleted is named and left;
 * the others go.
 *
 * <p>Law "objects that the catalog may know are sacred": what a file of some snapshot names as well
 * stays, and so does whatever does not lie below the lake's DATA_PATH.
 */
final class CleanUpStep implements UpkeepStep {
  private static final Logger LOG = LoggerFactory.getLogger(CleanUpStep.class);
  private static final int AT_ONCE = 1_000;
  private static final int TOLD = 10;

  private final Catalog catalog;
  private final ObjectStore objects;
  private final LakeSettings lake;
  private final UpkeepRules rules;

  CleanUpStep(Catalog catalog, ObjectStore objects, LakeSettings lake, UpkeepRules rules) {
    this.catalog = catalog;
    this.objects = objects;
    this.lake = lake;
    this.rules = rules;
  }

  @Override
  public void run(Pass pass) {
    pass.work(() -> new Deletion().run(pass));
  }

  /** One pass. */
  private final class Deletion {
    private final PendingDeletions pending = new PendingDeletions(catalog);
    private final List<String> notes = new ArrayList<>();
    private long deleted;
    private long kept;
    private long last = -1;

    Done run(Pass pass) {
      long seen = 0;
      while (seen < rules.cleanUpBudget() && pass.hasTime()) {
        int limit = (int) Math.min(AT_ONCE, rules.cleanUpBudget() - seen);
        int found = pass.dryRun() ? look(limit) : delete(limit);
        seen += found;
        if (found < limit) {
          break;
        }
      }
      Map<String, Long> figures = new LinkedHashMap<>();
      figures.put(pass.dryRun() ? "objects_to_delete" : "objects_deleted", deleted);
      figures.put("objects_kept", kept);
      if (kept > TOLD) {
        notes.add("and %d more are kept; the service's log names them".formatted(kept - TOLD));
      }
      return Done.of(figures, notes, "objects_to_delete", "objects_deleted", "objects_kept");
    }

    private int look(int limit) {
      List<Pending> found = pending.due(rules.cleanUpAge(), last, limit);
      found.forEach(
          file -> {
            last = file.id();
            if (mayGo(file)) {
              deleted++;
            }
          });
      return found.size();
    }

    private int delete(int limit) {
      Batch batch = pending.take(rules.cleanUpAge(), last, limit, this::delete);
      last = batch.last();
      return batch.seen();
    }

    private Collection<Pending> delete(List<Pending> files) {
      Map<String, Pending> byKey = new LinkedHashMap<>();
      List<Pending> gone = new ArrayList<>();
      for (Pending file : files) {
        if (mayGo(file)) {
          byKey.put(file.path().substring(S3Uri.of(lake.bucket(), "").length()), file);
          gone.add(file);
          // Before the deletion, so that a key that is gone stands in the log for certain.
          LOG.debug("Deleting {}: no snapshot needs it", file.path());
        }
      }
      Map<String, String> refused = objects.deleteEach(lake.bucket(), List.copyOf(byKey.keySet()));
      refused.forEach((key, why) -> keep(S3Uri.of(lake.bucket(), key), why));
      gone.removeIf(
          file -> refused.containsKey(file.path().substring(S3Uri.of(lake.bucket(), "").length())));
      deleted += gone.size();
      return gone;
    }

    private boolean mayGo(Pending file) {
      if (file.named()) {
        keep(file.path(), "a file of some snapshot has the same path");
        return false;
      }
      if (!file.path().startsWith(lake.dataPath())) {
        keep(file.path(), "it does not lie below the lake's DATA_PATH; delete it by hand");
        return false;
      }
      return true;
    }

    private void keep(String path, String why) {
      kept++;
      LOG.warn("{} is scheduled for deletion, but kept: {}", path, why);
      if (kept <= TOLD) {
        notes.add("%s is kept: %s".formatted(path, why));
      }
    }
  }
}
