package dev.lakeferry.lake;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * How many threads an engine has at the moment. Reading many files it waits for S3, so that more
 * than the machine has cores are of use; with little to read they cost more than they bring: on 2
 * cores DuckDB (1.5) commits a table of one file in 70 ms with 16 threads, in 37 with 2.
 */
final class EngineThreads {
  private final int least;
  private final int most;
  private int now;
  private int wanted;

  /**
   * Begins with the most.
   *
   * @param least for work that reads no file
   * @param most whatever is read
   */
  EngineThreads(int least, int most) {
    this.least = Math.min(least, most);
    this.most = most;
    this.now = most;
    this.wanted = most;
  }

  /** Wants as many as files are read side by side. */
  void readsFiles(long files) {
    wanted = (int) Math.max(least, Math.min(most, files));
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
