package dev.lakeferry.lake;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class EngineThreadsTest {
  @Test
  void anEngineIsAsWideAsItsWorkWithinItsBounds() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute("SET GLOBAL threads = 9");
      EngineThreads threads = new EngineThreads(2, 9);

      assertThat(after(0, threads, connection)).isEqualTo(2);
      assertThat(after(5, threads, connection)).isEqualTo(5);
      assertThat(after(Long.MAX_VALUE, threads, connection)).isEqualTo(9);
      assertThat(after(1, threads, connection)).isEqualTo(2);
    }
  }

  @Test
  void moreCoresThanItMayUseAreLeftAlone() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute("SET GLOBAL threads = 3");
      assertThat(after(0, new EngineThreads(16, 3), connection)).isEqualTo(3);
    }
  }

  private static long after(long files, EngineThreads threads, Connection connection)
      throws SQLException {
    threads.readsFiles(files);
    threads.ensure(connection);
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT current_setting('threads')")) {
      row.next();
      return row.getLong(1);
    }
  }
}
