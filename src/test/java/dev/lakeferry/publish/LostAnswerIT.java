package dev.lakeferry.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.testing.DuckgresStandIn;
import dev.lakeferry.testing.Link;
import dev.lakeferry.testing.TestLake;
import dev.lakeferry.testing.TestPublications;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Law 3: unknown outcomes are looked up. The connection ends with the answer of COMMIT on it. */
class LostAnswerIT {
  private static DuckgresStandIn server;
  private static Link link;
  private static TestLake lake;

  private TestPublications publications;

  @BeforeAll
  static void begin() {
    lake =
        TestLake.inPublic(
            made -> {
              server = DuckgresStandIn.on(made);
              link = server.link();
              return server.engine(made, link);
            });
  }

  @AfterAll
  static void end() {
    if (lake != null) {
      lake.close();
      link.close();
      server.close();
    }
  }

  @BeforeEach
  void fresh() {
    link.mend();
    publications = new TestPublications(lake);
    lake.prepare("first", "a.parquet", "SELECT range AS id FROM range(3)");
    lake.prepare("second", "a.parquet", "SELECT range AS id FROM range(5)");
  }

  @Test
  void unknownOutcomesAreLookedUpACommitThatErredButLandedIsPublished() {
    TableName table = publications.table("landed");
    publications.publish(table, "landed-1", "first");
    publications.atCommit(link::loseAnswers);
    publications.atReadBack(session -> link.mend());

    Published published = publications.publish(table, "landed-2", "second");

    assertThat(rows(table)).isEqualTo(5);
    assertThat(published.warnings())
        .anySatisfy(
            warning ->
                assertThat(warning)
                    .startsWith(
                        "COMMIT reported an error, but snapshot %d holds this publication"
                            .formatted(published.snapshot().id())));
    assertThat(commits("run-landed-2")).isEqualTo(1);
  }

  @Test
  void unknownOutcomesAreLookedUpACommitThatDidNotArriveIsNotTakenForPublished() {
    TableName table = publications.table("lost");
    publications.publish(table, "lost-1", "first");
    publications.atCommit(link::cut);

    assertThatThrownBy(() -> publications.publish(table, "lost-2", "second"))
        .isInstanceOfSatisfying(
            RetryableFailure.class,
            failure ->
                assertThat(failure.kind()).isEqualTo(RetryableFailure.Cause.UNKNOWN_OUTCOME));
    link.mend();

    assertThat(rows(table)).isEqualTo(3);
    publications.atCommit(() -> {});
    publications.publish(table, lake.completion("lost-2", "second"), 2);
    assertThat(rows(table)).isEqualTo(5);
    assertThat(commits("run-lost-2")).isEqualTo(1);
  }

  private static long rows(TableName table) {
    return lake.number("SELECT count(*) FROM " + Lake.quoted(table));
  }

  private static long commits(String run) {
    return lake
        .ask(
            "FROM ducklake_snapshots('ducklake') SELECT commit_message",
            row -> String.valueOf(row.getString(1)))
        .stream()
        .filter(message -> message.startsWith(run + " attempt"))
        .count();
  }
}
