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
  void thereAreMoreForMoreFiles() {
    EngineThreads threads = new EngineThreads(2, 32, 2 * GB);

    assertThat(threads.forFiles(0, 0)).isEqualTo(2);
    assertThat(threads.forFiles(20, 1_000)).isEqualTo(5);
    assertThat(threads.forFiles(20_000, 100_000)).isEqualTo(32);
  }

  @Test
  void whereFilesAreLargeTheMemoryIsTheBound() {
    EngineThreads threads = new EngineThreads(2, 32, 2 * GB);

    assertThat(threads.forAnyWork()).isEqualTo(12);
    assertThat(threads.forFiles(1_000, 5L << 20)).isEqualTo(20);
    assertThat(threads.forFiles(1_000, 500L << 20)).isEqualTo(12);
    assertThat(threads.forFiles(12, 500L << 20)).isEqualTo(3);
  }

  @Test
  void neitherManyCoresNorLittleMemoryMakeItMore() {
    assertThat(new EngineThreads(64, 64, 64 * GB).forFiles(0, 0)).isEqualTo(4);
    assertThat(new EngineThreads(16, 3, 2 * GB).forFiles(0, 0)).isEqualTo(3);
    assertThat(new EngineThreads(16, 32, GB / 4).forFiles(0, 0)).isEqualTo(1);
    assertThat(new EngineThreads(16, 32, GB / 4).forAnyWork()).isEqualTo(1);
  }

  @Test
  void theEngineHasThemFromTheNextStatementOn() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      EngineThreads threads = new EngineThreads(2, 5, 2 * GB);
      statement.execute("SET GLOBAL threads = " + threads.forAnyWork());

      assertThat(threads.want(3)).isEqualTo(5);
      threads.ensure(connection);

      assertThat(threads.want(5)).isEqualTo(3);
      try (ResultSet row = statement.executeQuery("SELECT current_setting('threads')")) {
        row.next();
        assertThat(row.getInt(1)).isEqualTo(3);
      }
    }
  }
}
