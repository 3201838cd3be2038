package dev.lakeferry.upkeep;

import dev.lakeferry.job.BoundTables;
import dev.lakeferry.lake.Catalog;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.lake.TableShapes;
import dev.lakeferry.naming.TableName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Rows and deletions that other clients left in the catalog itself become files. There should be
 * none: {@code lake init} switches inlining off for everyone.
 */
final class FlushStep implements UpkeepStep {
  private final Catalog catalog;
  private final BoundTables bound;
  private final TableTurn turns;
  private final Compactor compactor;

  FlushStep(Catalog catalog, BoundTables bound, TableTurn turns, Compactor compactor) {
    this.catalog = catalog;
    this.bound = bound;
    this.turns = turns;
    this.compactor = compactor;
  }

  @Override
  public void run(Pass pass) {
    Set<TableName> ours = bound.all();
    boolean any = false;
    for (TableName table : new TableShapes(catalog).maybeInlined()) {
      Optional<Long> id = catalog.tableId(table);
      if (id.isPresent() && catalog.liveTable(id.get()).inlined()) {
        any = true;
        if (ours.contains(table)) {
          pass.work(table, () -> flush(pass, table, id.get()));
        } else {
          pass.work(table, () -> Done.nothing("has rows in the catalog itself, and is not ours"));
        }
      }
    }
    if (!any) {
      pass.work(Done::nothing);
    }
  }

  private Done flush(Pass pass, TableName table, long id) {
    String told =
        "rows of another client stand in the catalog itself: it inlined them, though the lake's"
            + " option data_inlining_row_limit should be 0";
    if (pass.dryRun()) {
      return Done.of(Map.of("tables", 1L), List.of(told), "tables");
    }
    return turns.locked(
        table,
        lock -> {
          Done done =
              compactor.run(
                  table,
                  id,
                  new Compactor.Call(
                      Step.FLUSH,
                      "FROM ducklake_flush_inlined_data(?, schema_name => ?, table_name => ?)",
                      List.of(Lake.ALIAS, table.schema(), table.table()),
                      List.of("rows_flushed"),
                      3),
                  lock,
                  pass.left());
          // Somebody else wrote those rows, so what the flush changed is not ours alone.
          return new Done(done.outcome(), done.figures(), List.of(told), Optional.empty());
        });
  }
}
