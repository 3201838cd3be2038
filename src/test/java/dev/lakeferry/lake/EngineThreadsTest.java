package dev.lakeferry.lake;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class EngineThreadsTest {
  private static final long GB = 1L << 30;

  @Test
  void anEngineIsAsWideAsThereAreFilesToRead() throws SQLException {
    EngineThreads threads = new EngineThreads(2, 32, 2 * GB);

    threads.readsFiles(0, 0);
    assertThat(had(threads)).isEqualTo(2);
    threads.readsFiles(5, 1_000);
    assertThat(had(threads)).isEqualTo(5);
    threads.readsFiles(20_000, 100_000);
    assertThat(had(threads)).isEqualTo(32);
    threads.readsFiles(1, 1_000);
    assertThat(had(threads)).isEqualTo(2);
  }

  @Test
  void whereFilesAreLargeTheMemoryIsTheBound() throws SQLException {
    EngineThreads threads = new EngineThreads(2, 32, 2 * GB);
    assertThat(threads.forAnyWork()).isEqualTo(12);

    threads.readsFiles(1_000, 5L << 20);
    assertThat(had(threads)).isEqualTo(20);
    threads.readsFiles(1_000, 500L << 20);
    assertThat(had(threads)).isEqualTo(12);
    threads.readsFiles(3, 500L << 20);
    assertThat(had(threads)).isEqualTo(3);
    threads.doesAnyWork();
    assertThat(had(threads)).isEqualTo(12);
  }

  @Test
  void fewerThanTheMachineHasCoresMayBeAllowed() throws SQLException {
    EngineThreads few = new EngineThreads(16, 3, 2 * GB);
    few.readsFiles(0, 0);
    assertThat(had(few)).isEqualTo(3);

    EngineThreads small = new EngineThreads(16, 32, GB / 4);
    small.readsFiles(0, 0);
    assertThat(had(small)).isEqualTo(16);
    small.doesAnyWork();
    assertThat(had(small)).isEqualTo(1);
  }

  /** How many DuckDB has once they are ensured. */
  private static long had(EngineThreads threads) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute("SET GLOBAL threads = " + threads.now());
      threads.ensure(connection);
      try (ResultSet row = statement.executeQuery("SELECT current_setting('threads')")) {
        row.next();
        return row.getLong(1);
      }
    }
  }
}
