package dev.lakeferry.ops;

import dev.lakeferry.job.NotThere;
import dev.lakeferry.lake.Catalog;
import dev.lakeferry.lake.Catalog.Snapshot;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.TableChanges;
import dev.lakeferry.naming.TableName;

/** Which changes of a table are asked for: those after a snapshot, or after a time. */
final class ChangesSince {
  private final Catalog catalog;
  private final TableName table;
  private final String since;

  /**
   * Takes what was asked for.
   *
   * @param since a snapshot's id, or what {@link SinceOption} takes
   */
  ChangesSince(Catalog catalog, TableName table, String since) {
    this.catalog = catalog;
    this.table = table;
    this.since = since;
  }

  /** Those up to now. */
  TableChanges in(LakeSession session) {
    return in(session, catalog.newestSnapshot());
  }

  /**
   * Those up to a snapshot.
   *
   * @throws NotThere if there is no such table
   * @throws Expired if what is to be told does not stand in the catalog any more
   */
  TableChanges in(LakeSession session, long until) {
    long began =
        catalog.began(
            catalog
                .tableId(table)
                .orElseThrow(
                    () -> new NotThere("There is no table %s in the lake.".formatted(table))));
    long from = from();
    long first = Math.max(from + 1, began);
    if (first <= until && catalog.snapshot(first).isEmpty()) {
      throw new Expired(
          ("The lake has no snapshots any more from which the changes since %s could be told; the"
                  + " oldest are expired. Read the table as a whole.")
              .formatted(since));
    }
    return new TableChanges(session, table, from, until, began);
  }

  /** The snapshot after which changes are told; 0, the lake's first, where nothing is older. */
  private long from() {
    return since.matches("\\d{1,18}")
        ? Long.parseLong(since)
        : catalog.snapshotAt(new SinceOption().convert(since)).map(Snapshot::id).orElse(0L);
  }

  /** The snapshots that would tell are gone. */
  static final class Expired extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    Expired(String message) {
      super(message);
    }
  }
}
