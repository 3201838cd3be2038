package dev.lakeferry.upkeep;

import dev.lakeferry.job.HeldLock;
import dev.lakeferry.job.Hold;
import dev.lakeferry.job.SessionName;
import dev.lakeferry.job.TableHolds;
import dev.lakeferry.job.TableLock;
import dev.lakeferry.naming.TableName;
import java.util.Optional;
import java.util.function.Function;

/**
 * Law "one publisher a table": a table is kept up only while nobody publishes to it, and not while
 * an operator keeps it as it is.
 */
final class TableTurn {
  private final TableLock locks;
  private final TableHolds holds;
  private final String lake;

  TableTurn(TableLock locks, TableHolds holds, String lake) {
    this.locks = locks;
    this.holds = holds;
    this.lake = lake;
  }

  /** Does work under the table's lock; tells where that is not possible now. */
  Done locked(TableName table, Function<HeldLock, Done> work) {
    Optional<Hold> hold = holds.find(table);
    if (hold.isPresent()) {
      return Done.held(hold.get().sentence());
    }
    Optional<HeldLock> lock = locks.tryLock(lake, table, SessionName.of("upkeep"));
    if (lock.isEmpty()) {
      return Done.busy("%s is being published; the next pass looks again".formatted(table));
    }
    try (HeldLock held = lock.get()) {
      return work.apply(held);
    }
  }
}
