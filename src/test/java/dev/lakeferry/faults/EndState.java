package dev.lakeferry.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.upkeep.LeftoverSweep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.assertj.core.api.SoftAssertions;
import org.awaitility.Awaitility;

/** What must be so once the faults are over; asked from outside. */
final class EndState {
  private static final String COMMIT_MESSAGES =
      """
      SELECT snapshot_id
      FROM ducklake_meta.ducklake_snapshot_changes
      WHERE starts_with(commit_message, ? || ' attempt ')
        AND commit_message ~ ' attempt [0-9]+$'
      """;

  private final Lab lab;
  private final WholeGenerations reader;
  private final Set<String> told = new HashSet<>();

  EndState(Lab lab, WholeGenerations reader) {
    this.lab = lab;
    this.reader = reader;
  }

  /** Every one is published exactly once, and its table holds it. */
  void published(Carried... all) {
    published(List.of(all));
  }

  void published(Collection<Carried> all) {
    SoftAssertions softly = new SoftAssertions();
    for (Carried carried : all) {
      softly.assertThat(lab.runs().awaitDone(carried)).as(carried.runId()).isEqualTo("completed");
      List<Runs.Try> attempts = lab.runs().attempts(carried);
      List<Long> completed =
          attempts.stream()
              .filter(one -> one.status().equals("completed"))
              .map(Runs.Try::snapshotId)
              .toList();
      softly
          .assertThat(snapshots(carried))
          .as("snapshots of %s, whose attempts are %s", carried.runId(), attempts)
          .hasSize(1)
          .isEqualTo(completed);
      softly.assertThat(attempts).noneMatch(one -> one.status().equals("running"));
    }
    softly.assertAll();
    nothingWrong();
  }

  /** It ended otherwise, and the catalog knows nothing of it. */
  void notPublished(Carried carried, String outcome) {
    assertThat(lab.runs().awaitDone(carried)).isEqualTo(outcome);
    assertThat(snapshots(carried)).as("snapshots of " + carried.runId()).isEmpty();
    assertThat(lab.runs().attempts(carried)).noneMatch(one -> one.status().equals("running"));
    nothingWrong();
  }

  /** A fresh DuckDB reads this generation in its table. */
  void live(Carried carried) {
    List<String> told =
        lab.lake()
            .ask(Carried.whole(carried.table()), row -> row.getBoolean(1) + " " + row.getString(2));
    assertThat(told)
        .containsExactly(
            "true generations %1$d to %1$d, %2$d rows"
                .formatted(carried.generation(), carried.rows()));
  }

  /** Once the leftovers are swept, the bucket holds what the catalog names and nothing else. */
  void clean() {
    LeftoverSweep sweep = lab.leftovers();
    Awaitility.await("no orphan is left")
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> {
              sweep.sweep(new LeftoverSweep.Limits(Duration.ZERO, 1_000_000, true));
              return orphans();
            },
            List::isEmpty);
  }

  private List<String> orphans() {
    Set<String> named = named();
    return lab.lake().landedObjects().keySet().stream()
        .filter(key -> !named.contains(key))
        .toList();
  }

  /** How often the background reader has looked so far. */
  long looks() {
    return reader.looks();
  }

  private List<Long> snapshots(Carried carried) {
    return lab.runs()
        .inCatalog(
            handle -> handle.select(COMMIT_MESSAGES, carried.runId()).mapTo(Long.class).list());
  }

  private void nothingWrong() {
    assertThat(reader.takeWrong()).as("what the background reader saw").isEmpty();
    assertThat(registeredTwice()).as("objects registered twice").isEmpty();
    assertThat(unexplained()).as("objects that no attempt left").isEmpty();
  }

  private List<String> registeredTwice() {
    return lab.runs()
        .inCatalog(
            handle ->
                handle
                    .select(
                        """
                        SELECT path
                        FROM ducklake_meta.ducklake_data_file
                        GROUP BY path
                        HAVING count(*) > 1
                        """)
                    .mapTo(String.class)
                    .list());
  }

  /** Objects that the catalog does not name and that lie under no attempt's prefix; told once. */
  private List<String> unexplained() {
    Set<String> named = named();
    List<String> unpublished =
        lab.state()
            .jdbi()
            .withHandle(
                handle ->
                    handle
                        .select(
                            """
                            SELECT landing_prefix
                            FROM managed_warehouse_source_job
                            WHERE landing_prefix IS NOT NULL
                              AND (status <> 'completed' OR NOT commit_sent)
                            """)
                        .mapTo(String.class)
                        .list());
    List<String> unexplained = new ArrayList<>();
    for (String key : lab.lake().landedObjects().keySet()) {
      if (!named.contains(key)
          && unpublished.stream().noneMatch(key::startsWith)
          && told.add(key)) {
        unexplained.add(key);
      }
    }
    return unexplained;
  }

  private Set<String> named() {
    Set<String> named = new TreeSet<>();
    lab.runs()
        .inCatalog(
            handle ->
                handle
                    .select("SELECT path FROM ducklake_meta.ducklake_data_file")
                    .mapTo(String.class)
                    .list())
        .forEach(
            path ->
                named.add(path.replace("s3://" + lab.lake().lakeSettings().bucket() + "/", "")));
    return named;
  }
}
