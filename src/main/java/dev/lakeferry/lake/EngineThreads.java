package dev.lakeferry.lake;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * How many threads an engine has at the moment. DuckDB waits for S3 with one request a thread, so
 * that many are of use where many files are read. With little to read they cost more than they
 * bring: on 2 cores DuckDB (1.5) commits a table of one file in 70 ms with 16 threads, in 37 with
 * 2. And where files are large each needs memory.
 */
final class EngineThreads {
  /**
   * What a thread needs that reads or writes row groups of about 30 MB: the group as it was read,
   * its rows, and the group to be written. Measured; with less DuckDB fails instead of spilling.
   */
  private static final long BYTES_A_THREAD = 160L << 20;

  /** How many times its size a small file may take while it is read, generously. */
  private static final long TIMES_ITS_SIZE = 20;

  /** A thread that reads fewer costs more than its wait for the store. */
  private static final long FILES_A_THREAD = 4;

  /** For work that reads next to nothing. */
  private static final int FEW = 4;

  private final int least;
  private final int most;
  private final long memory;
  private int now;
  private int wanted;

  /**
   * Begins with what any work can have.
   *
   * @param cores of the machine
   * @param most whatever is done
   * @param memory the engine's, in bytes
   */
  EngineThreads(int cores, int most, long memory) {
    this.most = most;
    this.memory = memory;
    this.least = Math.min(Math.min(FEW, cores), forAnyWork());
    this.now = forAnyWork();
    this.wanted = now;
  }

  /** How many the memory is enough for, whatever they do; one at least. */
  int forAnyWork() {
    return (int) Math.max(1, Math.min(most, memory / BYTES_A_THREAD));
  }

  /**
   * How many are to read some files.
   *
   * @param largest bytes of the largest, or of what is read of it
   */
  int forFiles(long files, long largest) {
    long enough = memory / TIMES_ITS_SIZE / Math.max(1, largest);
    long bound = Math.max(forAnyWork(), Math.min(most, enough));
    return (int) Math.max(least, Math.min(bound, files / FILES_A_THREAD));
  }

  /** How many are wanted from the next statement on; those of before are told. */
  int want(int threads) {
    int before = wanted;
    wanted = threads;
    return before;
  }

  /** Has as many as are wanted. */
  void ensure(Connection connection) throws SQLException {
    if (wanted != now) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("SET GLOBAL threads = " + wanted);
      }
      now = wanted;
    }
  }
}
