package dev.lakeferry.lake;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.duckdb.DuckDBPreparedStatement;
import org.duckdb.QueryProgress;

/**
 * What a thread's statement does, for another thread that asks whether it moves. A session belongs
 * to one thread, so its statement is found by that.
 *
 * <p>DuckDB tells how far a query is, but nothing while a statement binds (as the registration of
 * files does all along), so the thread's processor time counts as well: who waits for a lock of the
 * catalog or for a server that does not answer uses none.
 */
public final class EngineWork implements LongSupplier {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final Map<Thread, Running> RUNNING = new ConcurrentHashMap<>();

  private final Thread thread;
  private final long share;

  private EngineWork(Thread thread, long share) {
    this.thread = thread;
    this.share = share;
  }

  /** A statement at work; its thread, which may close the connection next, waits for a look. */
  private static final class Running {
    private Statement statement;

    Running(Statement statement) {
      this.statement = statement;
    }

    synchronized void ends() {
      statement = null;
    }

    /** Another engine tells nothing; its statements are bounded by the time budget alone. */
    synchronized long told() {
      if (statement == null) {
        return 0;
      }
      if (!(statement instanceof DuckDBPreparedStatement query)) {
        return System.nanoTime();
      }
      try {
        QueryProgress progress = query.getQueryProgress();
        return System.identityHashCode(statement)
            + 31L * progress.getRowsProcessed()
            + Double.hashCode(progress.getPercentage());
      } catch (SQLException e) {
        // It has just ended.
        return 0;
      }
    }
  }

  /**
   * The work of the calling thread from now on.
   *
   * @param window in which a thread that works uses a thousandth of a processor at least
   * @return a figure that changes for as long as the work moves
   */
  public static LongSupplier ofThisThread(Duration window) {
    return new EngineWork(Thread.currentThread(), Math.max(1, window.toNanos() / 1_000));
  }

  static void begins(Statement statement) {
    RUNNING.put(Thread.currentThread(), new Running(statement));
  }

  static void ends() {
    Running running = RUNNING.remove(Thread.currentThread());
    if (running != null) {
      running.ends();
    }
  }

  @Override
  public long getAsLong() {
    long figure = THREADS.getThreadCpuTime(thread.getId()) / share;
    Running running = RUNNING.get(thread);
    return running == null ? figure : 31 * figure + running.told();
  }
}
