package dev.lakeferry.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.failure.RunFailure;
import dev.lakeferry.testing.TestLake;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LakeTransactionIT {
  private static TestLake lake;

  @BeforeAll
  static void begin() {
    lake = new TestLake();
  }

  @AfterAll
  static void end() {
    lake.close();
  }

  @Test
  void commitsWordIsNoProofSoItIsRefusedAfterAFailedStatement() {
    try (LakeSession session = lake.lake().open("poisoned");
        LakeTransaction transaction = session.begin()) {
      session.execute("CREATE TABLE ducklake.main.poisoned (id INT)");
      assertThatThrownBy(() -> session.execute("SELECT error('broken')"))
          .isInstanceOf(FinalFailure.class)
          .hasMessageContaining("broken");

      assertThatThrownBy(transaction::commit)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("ROLLBACK");
    }

    assertThat(tables("poisoned")).isZero();
  }

  @Test
  void whatIsNotCommittedIsRolledBackAndTheSessionMayReadOn() {
    try (LakeSession session = lake.lake().open("rolled back")) {
      try (LakeTransaction transaction = session.begin()) {
        assertThat(transaction.baseSnapshot()).isEqualTo(lake.catalog().newestSnapshot());
        session.execute("CREATE TABLE ducklake.main.rolled_back (id INT)");
      }
      session.renew();
      assertThat(session.number("SELECT 1")).isEqualTo(1);
    }

    assertThat(tables("rolled_back")).isZero();
  }

  @Test
  void theSnapshotIsTakenWhenTheTransactionBegins() {
    lake.ask("CREATE TABLE ducklake.main.seen (id INT)", row -> null);
    try (LakeSession session = lake.lake().open("snapshot");
        LakeTransaction transaction = session.begin()) {
      lake.ask("INSERT INTO ducklake.main.seen VALUES (1)", row -> null);

      assertThat(session.number("SELECT count(*) FROM ducklake.main.seen")).isZero();
      assertThat(transaction.baseSnapshot()).isLessThan(lake.catalog().newestSnapshot());
    }
  }

  @Test
  void twoThatCreateOneTableConflictAndTheSecondMayTryAgain() {
    try (LakeSession session = lake.lake().open("conflict");
        LakeTransaction transaction = session.begin()) {
      session.execute("CREATE TABLE ducklake.main.contested (id INT)");
      lake.ask("CREATE TABLE ducklake.main.contested (id BIGINT)", row -> null);

      assertThatThrownBy(transaction::commit)
          .isInstanceOfSatisfying(
              CommitFailure.class,
              failure ->
                  assertThat(failure.failure())
                      .isInstanceOfSatisfying(
                          RetryableFailure.class,
                          retryable ->
                              assertThat(retryable.kind())
                                  .isEqualTo(RetryableFailure.Cause.CONFLICT)));
    }
  }

  @Test
  void anInvalidatedEngineIsThrownAwayAndTheNextSessionHasAFreshOne() {
    lake.prepare("broken__query_1", "a.parquet", "SELECT 1 AS id, 1 AS d");
    try (LakeSession session = lake.lake().open("breaking");
        LakeTransaction transaction = session.begin()) {
      session.execute("CREATE TABLE ducklake.main.broken (id INT, d INT)");
      session.execute("ALTER TABLE ducklake.main.broken SET PARTITIONED BY (d)");
      session.execute("ALTER TABLE ducklake.main.broken RESET PARTITIONED BY");
      session.execute(
          "CALL ducklake_add_data_files('ducklake', 'broken', ?, schema => 'main')",
          "s3://%s/%s"
              .formatted(
                  lake.sourceSettings().bucket(), lake.sourceKey("broken__query_1", "a.parquet")));

      assertThatThrownBy(transaction::commit)
          .isInstanceOfSatisfying(
              CommitFailure.class,
              failure ->
                  assertThat(failure.failure())
                      .isInstanceOfSatisfying(
                          RetryableFailure.class,
                          retryable ->
                              assertThat(retryable.kind())
                                  .isEqualTo(RetryableFailure.Cause.ENGINE)));
      assertThatThrownBy(() -> session.number("SELECT 1")).isInstanceOf(RunFailure.class);
    }

    try (LakeSession session = lake.lake().open("after")) {
      assertThat(session.number("SELECT count(*) FROM ducklake_snapshots('ducklake')"))
          .isPositive();
    }
    assertThat(tables("broken")).isZero();
  }

  @Test
  void unknownOutcomesACommitThatWasSentIsNeverStopped() throws Exception {
    try (LakeSession session = lake.lake().open("sent");
        LakeTransaction transaction = session.begin()) {
      session.execute("CREATE TABLE ducklake.main.sent (id INT)");
      CompletableFuture<Void> commit;
      try (Connection holder = CatalogConnections.open(lake.catalogSettings(), "holder")) {
        holder.setAutoCommit(false);
        try (Statement lock = holder.createStatement()) {
          lock.execute("LOCK TABLE ducklake_meta.ducklake_snapshot IN EXCLUSIVE MODE");
        }
        commit = CompletableFuture.runAsync(transaction::commit);
        Awaitility.await().until(() -> waitsForALock(session.catalogSession()));
        session.stop(timeIsOver());
      }
      commit.get(30, TimeUnit.SECONDS);

      session.renew();
      assertThat(session.number("SELECT count(*) FROM ducklake.main.sent")).isZero();
    }
    assertThat(tables("sent")).isEqualTo(1);
  }

  @Test
  void whatWasStoppedBeforeIsNotCommitted() {
    try (LakeSession session = lake.lake().open("stopped");
        LakeTransaction transaction = session.begin()) {
      session.execute("CREATE TABLE ducklake.main.stopped (id INT)");
      session.stop(timeIsOver());

      assertThatThrownBy(() -> session.number("SELECT 1")).hasMessage("over");
      assertThatThrownBy(transaction::commit).hasMessage("over");
    }
    assertThat(tables("stopped")).isZero();
  }

  private static RetryableFailure timeIsOver() {
    return new RetryableFailure(RetryableFailure.Cause.TIME_BUDGET, "over", null);
  }

  private static boolean waitsForALock(String session) throws SQLException {
    try (Connection connection = CatalogConnections.open(lake.catalogSettings(), "watcher");
        PreparedStatement statement =
            connection.prepareStatement(
                """
                SELECT count(*)
                FROM pg_stat_activity
                WHERE application_name = ?
                  AND wait_event_type = 'Lock'
                """)) {
      statement.setString(1, session);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return row.getInt(1) > 0;
      }
    }
  }

  @Test
  void noSecretIsToldByAnErrorOrAListOfDatabases() {
    try (LakeSession session = lake.lake().open("secrets")) {
      String password = lake.catalogSettings().password().reveal();
      String key = lake.lakeSettings().s3().secretKey().orElseThrow().reveal();
      String told =
          session
                  .query(
                      "SELECT CAST(d AS VARCHAR) FROM duckdb_databases() AS d",
                      row -> row.getString(1))
                  .toString()
              + session.query(
                  "SELECT CAST(s AS VARCHAR) FROM duckdb_secrets() AS s", row -> row.getString(1));
      assertThat(told).contains("lakeferry_lake").doesNotContain(key);
      assertThat(told).doesNotContain("password=" + password);
    }
  }

  private static long tables(String name) {
    return lake.number(
        "SELECT count(*) FROM duckdb_tables() WHERE database_name = 'ducklake' AND table_name = '%s'"
            .formatted(name));
  }
}
