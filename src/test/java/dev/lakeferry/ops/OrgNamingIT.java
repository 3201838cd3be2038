package dev.lakeferry.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.job.Actor;
import dev.lakeferry.job.Attempt;
import dev.lakeferry.job.AttemptStatus;
import dev.lakeferry.job.HeldLock;
import dev.lakeferry.job.NamingChange;
import dev.lakeferry.job.NamingChanges;
import dev.lakeferry.job.OrganizationLakes;
import dev.lakeferry.job.Organizations;
import dev.lakeferry.job.SessionName;
import dev.lakeferry.job.TableLock;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.Quote;
import dev.lakeferry.naming.NamingVersion;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.ops.Operator.Answer;
import dev.lakeferry.testing.LogLines;
import dev.lakeferry.testing.Scene;
import dev.lakeferry.testing.TestLake;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Renaming an organisation's tables beside the running service. */
class OrgNamingIT {
  private static final String SCHEMA = "insights_data_imports_team_1";
  private static final AtomicInteger COUNT = new AtomicInteger();

  private static TestLake lake;
  private static Scene scene;
  private static Operator operator;

  /** Each test has an organisation of its own with one source schema. */
  private final int number = COUNT.incrementAndGet();

  private final String organization = "organisation-" + number;
  private final String source = "0190a000-0000-7000-8000-00000000b00" + number;
  private final TableName legacy = new TableName(SCHEMA, "stripe_prod_eu_table" + number);
  private final TableName copy = new TableName(SCHEMA, "stripe_prodeu_table" + number);

  @BeforeAll
  static void begin() {
    lake = new TestLake();
    scene = Scene.on(lake, Map.of());
    scene.service().state().migrate();
    operator = Operator.onNothing();
    scene.service().environment().forEach(operator::set);
  }

  @AfterAll
  static void end() {
    scene.close();
    lake.close();
  }

  private CompletedImport completion(String job, Instant at) {
    return new CompletedImport(
        0,
        1,
        "0190a000-0000-7000-8000-00000000aa01",
        organization,
        null,
        null,
        "Stripe",
        "prodEU",
        source,
        "table" + number,
        job,
        "team_1_stripe_" + source.replace('-', '_'),
        "table" + number + "__query_" + at.getEpochSecond() + "_0a1b2c3d",
        at,
        null);
  }

  private Attempt published(String job, Instant at, int rows) {
    CompletedImport completion = completion(job, at);
    scene.prepare(
        completion, "part-0.parquet", "SELECT range AS id FROM range(%d)".formatted(rows));
    return scene.run(completion);
  }

  private void publishedUnderLegacyNames() {
    new Organizations(scene.service().state().jdbi())
        .set(organization, NamingVersion.LEGACY_BATCH_V1);
    Attempt attempt = published("job-1", Instant.parse("2026-01-02T03:04:05Z"), 10);
    assertThat(attempt.status()).as(attempt.latestError()).isEqualTo(AttemptStatus.COMPLETED);
    assertThat(tables()).contains(legacy.table()).doesNotContain(copy.table());
  }

  private static List<String> tables() {
    return lake.ask(
        "SELECT table_name FROM duckdb_tables() WHERE database_name = 'ducklake'",
        row -> row.getString(1));
  }

  private static long rows(TableName table) {
    return lake.number("SELECT count(*) FROM " + Lake.quoted(table));
  }

  private Answer migrate(String... more) {
    String[] all = new String[4 + more.length];
    all[0] = "org";
    all[1] = "migrate-naming";
    all[2] = organization;
    all[3] = "--to=copy_v1";
    System.arraycopy(more, 0, all, 4, more.length);
    return operator.run(all);
  }

  private String version() {
    return new Organizations(scene.service().state().jdbi())
        .all().stream()
            .filter(one -> one.id().equals(organization))
            .findFirst()
            .orElseThrow()
            .namingVersion();
  }

  private List<String> column(String sql) {
    return scene
        .service()
        .state()
        .jdbi()
        .withHandle(
            handle ->
                handle
                    .createQuery(sql)
                    .bind("source", source)
                    .bind("organization", organization)
                    .mapTo(String.class)
                    .list());
  }

  private List<String> physicalNames() {
    return column(
        """
        SELECT table_schema || '.' || table_name
        FROM lakeferry.physical_name
        WHERE subject_id = :source
          AND organization_id = :organization
          AND team_id = 1
        """);
  }

  private void nothingIsLeftBehind() {
    assertThat(column("SELECT old_name FROM naming_change WHERE organization_id = :organization"))
        .isEmpty();
    assertThat(
            column(
                "SELECT table_name FROM table_hold WHERE held_by <> :organization AND table_name LIKE '%table"
                    + number
                    + "'"))
        .isEmpty();
  }

  @Test
  void tablesAndVersionChangeTogetherAndTheNextGenerationFindsTheRenamedTable() {
    publishedUnderLegacyNames();
    assertThat(physicalNames()).containsExactly(legacy.toString());

    Answer trial = migrate("--dry-run");
    assertThat(trial.exitCode()).as(trial.err()).isZero();
    assertThat(trial.out())
        .contains(legacy.table(), copy.table(), "1 tables renamed. Nothing was changed.");
    assertThat(tables()).contains(legacy.table());
    assertThat(version()).isEqualTo("legacy_batch_v1");

    Answer done = migrate();
    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(done.out()).contains("copy_v1, 1 tables renamed");
    assertThat(tables()).contains(copy.table()).doesNotContain(legacy.table());
    assertThat(rows(copy)).isEqualTo(10);
    assertThat(version()).isEqualTo("copy_v1");
    assertThat(physicalNames()).containsExactly(copy.toString());
    nothingIsLeftBehind();
    assertThat(operator.run("audit", "--limit=5").out()).contains("migrate-naming", organization);

    // Law 8: what was published under the old name is remembered under the new one.
    Attempt older = published("job-0", Instant.parse("2026-01-01T03:04:05Z"), 5);
    assertThat(older.status()).isEqualTo(AttemptStatus.STALE);
    assertThat(rows(copy)).isEqualTo(10);

    try (LogLines log = new LogLines()) {
      Attempt newer = published("job-2", Instant.parse("2026-01-03T03:04:05Z"), 20);
      assertThat(newer.status()).as(newer.latestError()).isEqualTo(AttemptStatus.COMPLETED);
      assertThat(log.with("written to by someone else")).isEmpty();
    }
    assertThat(rows(copy)).isEqualTo(20);
    assertThat(tables()).doesNotContain(legacy.table());
    assertThat(migrate().out()).contains("copy_v1 already");
  }

  @Test
  void aNameThatIsTakenRefusesAllOfThem() {
    publishedUnderLegacyNames();
    try (LakeSession session = lake.lake().open("a stranger")) {
      session.execute("CREATE TABLE %s (i INTEGER)".formatted(Lake.quoted(copy)));
    }
    Answer refused = migrate();
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.err()).contains("nothing was changed", "there is a table of that name");
    assertThat(tables()).contains(legacy.table());
    assertThat(version()).isEqualTo("legacy_batch_v1");
    nothingIsLeftBehind();
  }

  @Test
  void aTableThatIsBeingPublishedOrOnHoldRefusesAllOfThem() {
    publishedUnderLegacyNames();
    try (HeldLock lock =
        new TableLock(scene.service().state())
            .tryLock(lake.lakeSettings().dataPath(), legacy, SessionName.of("a publication"))
            .orElseThrow()) {
      Answer busy = migrate();
      assertThat(busy.exitCode()).isEqualTo(1);
      assertThat(busy.err()).contains("is being published or kept up", "Nothing was changed");
    }
    operator.run("hold", legacy.toString(), "--reason=looked at");
    Answer held = migrate();
    assertThat(held.exitCode()).isEqualTo(1);
    assertThat(held.err()).contains("is on hold", "looked at");
    operator.run("release", legacy.toString());
    assertThat(tables()).contains(legacy.table());
    assertThat(version()).isEqualTo("legacy_batch_v1");
    assertThat(migrate().exitCode()).isZero();
  }

  @Test
  void anOrganisationWithAnotherLakeIsRefused() {
    publishedUnderLegacyNames();
    OrganizationLakes lakes = new OrganizationLakes(scene.service().state().jdbi());
    lakes.map(organization, "elsewhere", Actor.commandLine());
    try {
      Answer refused = migrate();
      assertThat(refused.exitCode()).isEqualTo(1);
      assertThat(refused.err()).contains("has the lake elsewhere", "LAKEFERRY_LAKE=elsewhere");
    } finally {
      lakes.unmap(organization, Actor.commandLine());
    }
    assertThat(version()).isEqualTo("legacy_batch_v1");
  }

  @Test
  void whatWasInterruptedBeforeTheCatalogWasChangedIsFinishedByTheSameCommand() {
    interruptedAfter(() -> {});
  }

  @Test
  void whatWasInterruptedAfterTheCatalogWasChangedIsFinishedByTheSameCommand() {
    interruptedAfter(
        () -> {
          try (LakeSession session = lake.lake().open("the former command")) {
            session.execute(
                "ALTER TABLE %s RENAME TO %s"
                    .formatted(Lake.quoted(legacy), Quote.name(copy.table())));
          }
        });
  }

  private void interruptedAfter(Runnable done) {
    publishedUnderLegacyNames();
    NamingChanges changes =
        new NamingChanges(scene.service().state().jdbi(), lake.lakeSettings().dataPath());
    List<NamingChange> planned =
        changes.of(organization, NamingVersion.LEGACY_BATCH_V1, NamingVersion.COPY_V1).stream()
            .map(change -> change.of(lake.catalog().tableId(legacy).orElseThrow()))
            .toList();
    changes.begin(organization, NamingVersion.COPY_V1, planned, Actor.commandLine());
    done.run();
    CompletedImport waiting = completion("job-2", Instant.parse("2026-01-03T03:04:05Z"));
    scene.prepare(waiting, "part-0.parquet", "SELECT range AS id FROM range(20)");
    String run = scene.runOf(scene.service().submit(waiting));
    org.awaitility.Awaitility.await()
        .atMost(java.time.Duration.ofSeconds(30))
        .until(
            () ->
                !column(
                        "SELECT id FROM workflow_run WHERE waiting_reason LIKE '%migrate-naming%'"
                            + " AND organization_id = :organization")
                    .isEmpty());

    Answer finished = migrate();
    assertThat(finished.exitCode()).as(finished.err()).isZero();
    nothingIsLeftBehind();
    assertThat(version()).isEqualTo("copy_v1");
    Attempt attempt = scene.service().ended(run);
    assertThat(attempt.status()).as(attempt.latestError()).isEqualTo(AttemptStatus.COMPLETED);
    assertThat(rows(copy)).isEqualTo(20);
    assertThat(tables()).doesNotContain(legacy.table());
  }
}
