package dev.lakeferry.upkeep;

import dev.lakeferry.job.BoundTables;
import dev.lakeferry.lake.Catalog;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.lake.TableShapes;
import dev.lakeferry.lake.TableShapes.Shape;
import dev.lakeferry.naming.TableName;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Makes fewer files of many small ones, or new ones of those with many deleted rows, table by
 * table.
 *
 * <p>Tables that hold registered files are left as they are: writing their data anew is what a
 * registration saves, and merging registered files of a partitioned table breaks the engine
 * (DuckLake 1.0 on DuckDB 1.5.5), so that is never done.
 */
final class CompactStep implements UpkeepStep {
  private final Step step;
  private final Catalog catalog;
  private final BoundTables bound;
  private final TableTurn turns;
  private final Compactor compactor;
  private final UpkeepRules rules;

  CompactStep(
      Step step,
      Catalog catalog,
      BoundTables bound,
      TableTurn turns,
      Compactor compactor,
      UpkeepRules rules) {
    this.step = step;
    this.catalog = catalog;
    this.bound = bound;
    this.turns = turns;
    this.compactor = compactor;
    this.rules = rules;
  }

  @Override
  public void run(Pass pass) {
    Set<TableName> ours = bound.all();
    List<Shape> due =
        new TableShapes(catalog)
            .all(rules.smallBelow(), rules.rewriteAbove()).stream()
                .filter(shape -> ours.contains(shape.table()))
                .filter(isDue())
                .toList();
    List<Shape> chosen = due.stream().filter(this::mayBeCompacted).toList();
    int budget = step == Step.MERGE ? rules.mergeBudget() : rules.rewriteBudget();
    int begun = 0;
    for (Shape shape : chosen) {
      if (begun == budget || !pass.hasTime()) {
        break;
      }
      begun++;
      pass.work(shape.table(), () -> compact(pass, shape));
    }
    long registered = due.size() - chosen.size();
    long left = chosen.size() - begun;
    if (begun == 0 || registered > 0 || left > 0) {
      pass.work(
          () ->
              Done.of(
                  Map.of("tables_with_registered_files", registered, "tables_left", left),
                  List.of(),
                  "tables_left"));
    }
  }

  private Predicate<Shape> isDue() {
    return step == Step.MERGE
        ? shape -> shape.small() >= rules.smallFiles()
        : shape -> shape.worn() > 0;
  }

  private boolean mayBeCompacted(Shape shape) {
    return shape.registered() == 0 || rules.mergeRegistered() && !shape.partitioned();
  }

  private Done compact(Pass pass, Shape shape) {
    if (pass.dryRun()) {
      return Done.of(Map.of("files_to_process", files(shape)), List.of(), "files_to_process");
    }
    return turns.locked(
        shape.table(),
        lock -> {
          // Looked at again under the lock: a swap makes another table of the same name.
          boolean same =
              catalog.tableId(shape.table()).filter(id -> id == shape.tableId()).isPresent();
          return same
              ? compactor.run(shape.table(), shape.tableId(), call(shape), lock, pass.left())
              : Done.nothing("was swapped meanwhile");
        });
  }

  private long files(Shape shape) {
    return step == Step.MERGE ? shape.small() : shape.worn();
  }

  private Compactor.Call call(Shape shape) {
    String sql =
        step == Step.MERGE
            ? "FROM ducklake_merge_adjacent_files(?, ?, schema => ?, max_file_size => %d)"
                .formatted(rules.smallBelow())
            : "FROM ducklake_rewrite_data_files(?, ?, schema => ?, delete_threshold => %s)"
                .formatted(rules.rewriteAbove());
    return new Compactor.Call(
        step,
        sql,
        List.of(Lake.ALIAS, shape.table().table(), shape.table().schema()),
        List.of("files_processed", "files_created"),
        3);
  }
}
