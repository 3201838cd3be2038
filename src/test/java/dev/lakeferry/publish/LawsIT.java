package dev.lakeferry.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.failure.RunFailure;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.testing.Comparison;
import dev.lakeferry.testing.TestLake;
import dev.lakeferry.testing.TestPublications;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What readers see when something comes between a publication and its end. */
class LawsIT {
  private static TestLake lake;
  private TestPublications publications;

  @BeforeAll
  static void begin() {
    lake = new TestLake();
  }

  @AfterAll
  static void end() {
    lake.close();
  }

  @BeforeEach
  void freshFixture() {
    publications = new TestPublications(lake);
  }

  @Test
  void aRefusedPublicationLeavesTheLiveTableAndEveryObject() {
    TableName table = live("refused", 3);
    lake.prepare("refused__query_2", "a.parquet", "SELECT range AS id FROM range(9)");
    publications.admission(
        snapshot -> {
          throw new FinalFailure("not ours any more");
        });

    assertThatThrownBy(() -> publications.publish(table, "refused-2", "refused__query_2"))
        .isInstanceOf(FinalFailure.class);
    Map<String, String> landed = lake.landedObjects();

    assertThat(rows(table)).isEqualTo(3);
    assertThat(landed.keySet()).anyMatch(key -> key.contains("/refused-2/"));
  }

  @Test
  void objectsThatWereRegisteredSurviveAFailedVerification() {
    TableName table = live("sacred", 3);
    lake.prepare("sacred__query_2", "a.parquet", "SELECT 'x' AS other");

    assertThatThrownBy(() -> publications.publish(table, "sacred-2", "sacred__query_2"))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContaining("id");

    assertThat(rows(table)).isEqualTo(3);
    assertThat(lake.landedObjects().keySet()).anyMatch(key -> key.contains("/sacred-2/"));
    assertThat(
            lake.number(
                "SELECT count(*) FROM duckdb_tables() WHERE table_name LIKE 'sacred!_!_%' ESCAPE"
                    + " '!'"))
        .isZero();
  }

  @Test
  void admissionIsAskedAfterTheSnapshotWasTakenAndBeforeAnyWork() {
    TableName table = live("order", 3);
    lake.prepare("order__query_2", "a.parquet", "SELECT range AS id FROM range(9)");
    AtomicLong admitted = new AtomicLong();
    publications.admission(
        snapshot -> {
          assertThat(snapshot).isEqualTo(lake.catalog().newestSnapshot());
          admitted.set(snapshot);
        });

    Published published = publications.publish(table, "order-2", "order__query_2");

    assertThat(published.baseSnapshot()).contains(admitted.get());
    assertThat(rows(table)).isEqualTo(9);
  }

  @Test
  void aDropThatCameBetweenMakesThePublicationConflict() {
    TableName table = live("dropped", 3);
    lake.prepare("dropped__query_2", "a.parquet", "SELECT range AS id FROM range(9)");
    publications.admission(
        snapshot ->
            lake.ask("DROP TABLE ducklake.%s.dropped".formatted(table.schema()), row -> null));

    assertThatThrownBy(() -> publications.publish(table, "dropped-2", "dropped__query_2"))
        .isInstanceOf(RetryableFailure.class);
  }

  @Test
  void rowsThatAStrangerWroteInBetweenAreNotLostSilently() {
    TableName table = live("between", 3);
    lake.prepare("between__query_2", "a.parquet", "SELECT range AS id FROM range(9)");
    publications.admission(
        snapshot ->
            lake.ask(
                "INSERT INTO ducklake.%s.between VALUES (77)".formatted(table.schema()),
                row -> null));

    assertThatThrownBy(() -> publications.publish(table, "between-2", "between__query_2"))
        .isInstanceOfSatisfying(
            RetryableFailure.class,
            failure -> assertThat(failure.kind()).isEqualTo(RetryableFailure.Cause.CONFLICT));
    assertThat(rows(table)).isEqualTo(4);
  }

  @Test
  void aStrangersWriteSinceOurLastSwapIsReported() {
    TableName table = publications.table("strange");
    lake.prepare("strange__query_1", "a.parquet", "SELECT 1 AS id");
    Published first = publications.publish(table, "strange-1", "strange__query_1");
    publications.previousSnapshot(first.snapshot().id());
    lake.prepare("strange__query_2", "a.parquet", "SELECT 2 AS id");
    lake.prepare("strange__query_3", "a.parquet", "SELECT 3 AS id");

    Published second = publications.publish(table, "strange-2", "strange__query_2");
    assertThat(second.warnings()).isEmpty();
    publications.previousSnapshot(second.snapshot().id());
    lake.ask("INSERT INTO ducklake.%s.strange VALUES (77)".formatted(table.schema()), row -> null);

    assertThat(publications.publish(table, "strange-3", "strange__query_3").warnings())
        .singleElement()
        .asString()
        .contains("someone else", "AT (VERSION");
  }

  @Test
  void theSnapshotTellsWhoPublishedWhat() {
    TableName table = live("told", 3);

    assertThat(
            lake.ask(
                "SELECT author, commit_message, commit_extra_info FROM ducklake_snapshots('ducklake') ORDER BY snapshot_id DESC LIMIT 1",
                row -> row.getString(1) + "|" + row.getString(2) + "|" + row.getString(3)))
        .singleElement()
        .asString()
        .startsWith("lakeferry|run-told-1 attempt 1|{")
        .contains("\"job\":\"told-1\"", "\"rows\":3", table.table());
  }

  @Test
  void anAttemptWhoseForerunnerIsPublishedDoesNotPublishAgain() {
    TableName table = live("again", 3);
    long snapshot = lake.catalog().newestSnapshot();

    Published second = publications.publish(table, lake.completion("again-1", "again__query_1"), 2);

    assertThat(second.snapshot().id()).isEqualTo(snapshot);
    assertThat(lake.catalog().newestSnapshot()).isEqualTo(snapshot);
  }

  @Test
  void objectsThatTheCatalogKnowsAreNotRegisteredTwice() {
    TableName table = publications.table("known");
    lake.prepare("known__query_1", "a.parquet", "SELECT 1 AS id");
    publications.beforePublication(
        () -> {
          lake.ask("CREATE TABLE ducklake.main.thief (id INT)", row -> null);
          String landed =
              lake.landedObjects().keySet().stream()
                  .filter(key -> key.contains("/known-1/"))
                  .findFirst()
                  .orElseThrow();
          lake.ask(
              "CALL ducklake_add_data_files('ducklake', 'thief', 's3://%s/%s')"
                  .formatted(lake.lakeSettings().bucket(), landed),
              row -> null);
        });

    assertThatThrownBy(() -> publications.publish(table, "known-1", "known__query_1"))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContaining("already names");
    assertThat(lake.catalog().tableId(table)).isEmpty();
  }

  @Test
  void aNameOfSixtyThreeCharactersIsPublishedTwice() {
    TableName table = publications.table("n".repeat(63));
    lake.prepare("long__query_1", "a.parquet", "SELECT 1 AS id");
    publications.publish(table, "long-1", "long__query_1");
    lake.prepare("long__query_2", "a.parquet", "SELECT range AS id FROM range(2)");
    publications.publish(table, "long-2", "long__query_2");

    assertThat(rows(table)).isEqualTo(2);
  }

  /** Whatever fails after the COMMIT, such as a service that stops: the swap is done. */
  @Test
  void statesTellTheTruthATableThatCannotBeReadBackIsPublished() {
    TableName table = live("unread", 1);
    lake.prepare("unread__query_2", "a.parquet", "SELECT range AS id FROM range(2)");
    publications.atReadBack(
        session ->
            session.stop(
                new RetryableFailure(
                    RetryableFailure.Cause.LEASE_LOST, "the service stops", null)));

    Published published = publications.publish(table, "unread-2", "unread__query_2");

    publications.atReadBack(session -> {});
    assertThat(published.warnings())
        .singleElement()
        .asString()
        .contains("is published, but could not be read back: the service stops");
    assertThat(rows(table)).isEqualTo(2);
  }

  /** The backends of the catalog end while COMMIT is under way, ten times, at any moment. */
  @Test
  void anUnknownOutcomeOfCommitIsToldByTheCatalog() throws Exception {
    TableName table = live("killed", 1);
    for (int round = 2; round <= 11; round++) {
      String folder = "killed__query_" + round;
      int rows = round;
      lake.prepare(folder, "a.parquet", "SELECT range AS id FROM range(%d)".formatted(rows));
      CompletableFuture<?>[] killer = new CompletableFuture<?>[1];
      publications.atCommit(
          () ->
              killer[0] =
                  CompletableFuture.runAsync(
                      LawsIT::killBackends,
                      CompletableFuture.delayedExecutor(
                          ThreadLocalRandom.current().nextInt(25), TimeUnit.MILLISECONDS)));
      try {
        publications.publish(table, "killed-" + round, folder);
        assertThat(rows(table)).isEqualTo(rows);
      } catch (RunFailure failure) {
        assertThat(failure).isInstanceOf(RetryableFailure.class);
      }
      killer[0].join();
      publications.atCommit(() -> {});

      publications.publish(table, lake.completion("killed-" + round, folder), 2);

      assertThat(rows(table)).isEqualTo(rows);
      assertThat(commits("run-killed-" + round)).isEqualTo(1);
      assertThat(Comparison.differences(lake, table, folder)).isEmpty();
    }
  }

  private static void killBackends() {
    var database = lake.catalogSettings();
    try (Connection connection =
            DriverManager.getConnection(
                "jdbc:postgresql://%s:%d/postgres".formatted(database.host(), database.port()),
                database.username(),
                database.password().reveal());
        Statement statement = connection.createStatement()) {
      statement.execute(
          """
          SELECT pg_terminate_backend(pid)
          FROM pg_stat_activity
          WHERE datname = '%s'
          """
              .formatted(database.database()));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static long commits(String run) {
    return lake.number(
        "SELECT count(*) FROM ducklake_snapshots('ducklake') WHERE starts_with(commit_message, '%s attempt')"
            .formatted(run));
  }

  private TableName live(String name, int rows) {
    TableName table = publications.table(name);
    String folder = name + "__query_1";
    lake.prepare(folder, "a.parquet", "SELECT range AS id FROM range(%d)".formatted(rows));
    publications.publish(table, name + "-1", folder);
    return table;
  }

  private static long rows(TableName table) {
    List<Long> counts =
        lake.ask(
            "SELECT count(*) FROM ducklake.%s.\"%s\"".formatted(table.schema(), table.table()),
            row -> row.getLong(1));
    return counts.get(0);
  }
}
