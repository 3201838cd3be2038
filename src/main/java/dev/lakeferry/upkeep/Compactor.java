package dev.lakeferry.upkeep;

import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.job.CommitLock;
import dev.lakeferry.job.Generations;
import dev.lakeferry.job.HeldLock;
import dev.lakeferry.job.SessionName;
import dev.lakeferry.lake.Catalog;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.LakeTransaction;
import dev.lakeferry.lake.RowReader;
import dev.lakeferry.naming.TableName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Runs a call of DuckLake that rewrites one table's files, in a transaction of its own. The table's
 * rows stay as they are.
 */
final class Compactor {
  private final Engine engine;
  private final Catalog catalog;
  private final CommitLock commits;
  private final Generations generations;
  private final String lake;
  private final Duration commitWait;

  Compactor(
      Engine engine,
      Catalog catalog,
      CommitLock commits,
      Generations generations,
      String lake,
      Duration commitWait) {
    this.engine = engine;
    this.catalog = catalog;
    this.commits = commits;
    this.generations = generations;
    this.lake = lake;
    this.commitWait = commitWait;
  }

  /**
   * A call.
   *
   * @param sql with its parameters; a query ({@code FROM}) since Duckgres passes no answer of CALL
   *     on
   * @param names of the figures that its rows add up to
   * @param firstColumn of its result that holds one, counted from 1
   */
  record Call(Step step, String sql, List<Object> parameters, List<String> names, int firstColumn) {

    RowReader<List<Long>> reader() {
      return row -> {
        List<Long> figures = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
          figures.add(row.getLong(firstColumn + i));
        }
        return figures;
      };
    }
  }

  /** Runs it; the caller holds the table's lock. */
  Done run(TableName table, long tableId, Call call, HeldLock lock, Duration left) {
    boolean ours = ours(table, tableId);
    String message = "upkeep %s %s %s".formatted(call.step(), table, UUID.randomUUID());
    Map<String, Long> figures = new LinkedHashMap<>();
    try (LakeSession session = engine.lake().open(message);
        TimeLimit limit = new TimeLimit(session, left);
        LakeTransaction transaction = session.begin()) {
      session.execute(
          "CALL ducklake_set_commit_message(?, ?, ?)", Lake.ALIAS, "lakeferry", message);
      for (List<Long> row : session.query(call.sql(), call.reader(), call.parameters().toArray())) {
        for (int i = 0; i < row.size(); i++) {
          figures.merge(call.names().get(i), row.get(i), Long::sum);
        }
      }
      if (figures.values().stream().allMatch(figure -> figure == 0)) {
        return Done.nothing();
      }
      try (HeldLock turn = commits.lock(lake, SessionName.of("upkeep"), commitWait)) {
        requireHeld(lock, turn, table);
        transaction.commit();
      }
    }
    Optional<Long> made = catalog.committedWith(List.of(message)).map(Catalog.Snapshot::id);
    if (made.isEmpty()) {
      throw new RetryableFailure(
          RetryableFailure.Cause.CONFLICT,
          "COMMIT answered, but the catalog does not hold it; %s is as it was.".formatted(table),
          null);
    }
    return Done.of(figures, List.of(), call.names().toArray(String[]::new))
        .in(made.filter(snapshot -> ours));
  }

  /** Whether nobody else wrote to the table since our last change: it would not be told later. */
  private boolean ours(TableName table, long tableId) {
    Optional<Long> last = generations.lastPublishedSnapshot(lake, table);
    return last.isPresent()
        && catalog.lastChange(tableId).filter(change -> change > last.get()).isEmpty();
  }

  private static void requireHeld(HeldLock table, HeldLock turn, TableName name) {
    if (!table.isHeld() || !turn.isHeld()) {
      throw new RetryableFailure(
          RetryableFailure.Cause.LEASE_LOST,
          "The lock of %s was lost; nothing was changed.".formatted(name),
          null);
    }
  }
}
