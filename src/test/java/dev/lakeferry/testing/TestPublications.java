package dev.lakeferry.testing;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.generation.Chunks;
import dev.lakeferry.generation.Fill;
import dev.lakeferry.generation.FooterMemory;
import dev.lakeferry.generation.Plan;
import dev.lakeferry.generation.PlanRequest;
import dev.lakeferry.generation.PlannedObject;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.landing.ConfirmedLanding;
import dev.lakeferry.landing.Landing;
import dev.lakeferry.landing.LandingPrefix;
import dev.lakeferry.landing.LandingRequest;
import dev.lakeferry.landing.Landings;
import dev.lakeferry.landing.ObjectCopy;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.publish.Increment;
import dev.lakeferry.publish.Publication;
import dev.lakeferry.publish.PublicationGuard;
import dev.lakeferry.publish.PublicationId;
import dev.lakeferry.publish.Published;
import dev.lakeferry.publish.Publisher;
import dev.lakeferry.publish.Rehearsal;
import dev.lakeferry.publish.Staging;
import dev.lakeferry.verification.CheckResult;
import dev.lakeferry.verification.VerificationRules;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;

/** Plans, lands and publishes without routes or state database. */
public final class TestPublications {
  private final TestLake lake;
  private final List<CheckResult> results = new ArrayList<>();
  private final Map<String, Long> timings = new LinkedHashMap<>();
  private String currentStage = "";
  private long stageBegan = System.nanoTime();
  private Runnable beforePublication = () -> {};
  private LongConsumer admission = baseSnapshot -> {};
  private Runnable atCommit = () -> {};
  private Optional<Long> previousSnapshot = Optional.empty();
  private UnaryOperator<VerificationRules> rules = UnaryOperator.identity();
  private Optional<Integer> chunk = Optional.empty();
  private Optional<TableName> adopted = Optional.empty();
  private Runnable atTurn = () -> {};
  private Consumer<LakeSession> atReadBack = session -> {};
  private TableName lastShadow;
  private final Map<TableName, Map<String, Landed>> live = new HashMap<>();
  private boolean incremental;
  private Optional<Increment> increment = Optional.empty();

  /** An object that a live table is made of. */
  private record Landed(PlannedObject object, String uri, long rows) {}

  public TestPublications(TestLake lake) {
    this.lake = lake;
  }

  public TableName table(String name) {
    return new TableName("insights_data_imports_team_1", name);
  }

  /** Runs between landing and publication. */
  public void beforePublication(Runnable action) {
    beforePublication = action;
  }

  /** Runs inside the transaction, once its snapshot was taken. */
  public void admission(LongConsumer action) {
    admission = action;
  }

  /** Runs just before COMMIT is sent. */
  public void atCommit(Runnable action) {
    atCommit = action;
  }

  /** Runs before each transaction is committed, the steps of a staged publication among them. */
  public void atTurn(Runnable action) {
    atTurn = action;
  }

  /** Runs once COMMIT was answered, before the table is read back. */
  public void atReadBack(Consumer<LakeSession> action) {
    atReadBack = action;
  }

  /** Publishes staged from now on, with steps of so many files. */
  public void staged(int files) {
    chunk = Optional.of(files);
  }

  /** Publishes only what changed from now on. */
  public void incremental() {
    incremental = true;
  }

  /** Publishes in one transaction from now on. */
  public void swapped() {
    chunk = Optional.empty();
  }

  /** Goes on with the shadow of an earlier attempt and with what the first one landed. */
  public void adopting(TableName shadow) {
    adopted = Optional.of(shadow);
  }

  /** The shadow that was recorded last. */
  public TableName lastShadow() {
    return lastShadow;
  }

  /** The snapshot that the service remembers of the table's last publication. */
  public void previousSnapshot(long snapshot) {
    previousSnapshot = Optional.of(snapshot);
  }

  /** Changes the rules by which all is verified from now on. */
  public void rules(UnaryOperator<VerificationRules> change) {
    rules = change;
  }

  /** How many milliseconds each stage of the last publication took. */
  public Map<String, Long> timings() {
    return new LinkedHashMap<>(timings);
  }

  private void began(String stage) {
    long now = System.nanoTime();
    timings.put(currentStage, (now - stageBegan) / 1_000_000);
    currentStage = stage;
    stageBegan = now;
  }

  public List<CheckResult> lastResults() {
    return List.copyOf(results);
  }

  public Published publish(TableName table, String jobId, String folder) {
    return publish(table, lake.completion(jobId, folder));
  }

  public Published publish(TableName table, CompletedImport completion) {
    return publish(table, completion, 1);
  }

  public Published publish(TableName table, CompletedImport completion, int attempt) {
    began("plan");
    if (!incremental) {
      increment = Optional.empty();
      return publish(table, completion.jobId(), lake.plan(completion, table), attempt);
    }
    Plan plan;
    try (LakeSession session = lake.lake().open("plan")) {
      FooterMemory memory = FooterMemory.empty();
      plan =
          lake.plan(
              completion,
              session,
              new PlanRequest(() -> session.columns(table), Fill.REGISTER, words -> {}, memory));
      increment = Optional.of(changes(plan, memory, live.get(table)));
    }
    return publish(table, completion.jobId(), plan, attempt);
  }

  private static Increment changes(Plan plan, FooterMemory memory, Map<String, Landed> before) {
    Map<String, Long> kept = new HashMap<>();
    Map<String, Long> removed = new HashMap<>();
    Set<String> paths = new HashSet<>();
    for (PlannedObject object : plan.landed()) {
      Landed there = before.get(object.landedPath());
      if (there != null && there.object().etag().equals(object.etag())) {
        kept.put(there.uri(), there.rows());
        paths.add(object.landedPath());
      }
    }
    before.forEach(
        (path, landed) -> {
          if (!paths.contains(path)) {
            removed.put(landed.uri(), landed.rows());
          }
        });
    return new Increment(
        memory.part(plan, object -> !paths.contains(object.landedPath())), kept, removed);
  }

  private void remember(Publication publication) {
    Map<String, Landed> files = live.computeIfAbsent(publication.table(), table -> new HashMap<>());
    if (publication.increment().isEmpty()) {
      files.clear();
    } else {
      files
          .values()
          .removeIf(file -> publication.increment().get().removed().containsKey(file.uri()));
    }
    Plan landed = publication.increment().map(Increment::added).orElse(publication.plan());
    for (int i = 0; i < landed.landed().size(); i++) {
      PlannedObject object = landed.landed().get(i);
      files.put(
          object.landedPath(),
          new Landed(
              object,
              publication.landing().orElseThrow().uri() + object.landedPath(),
              landed.landedRows()[i]));
    }
  }

  public Published publish(TableName table, String jobId, Plan plan, int attempt) {
    Publication publication = publication(table, jobId, plan, attempt);
    beforePublication.run();
    results.clear();
    Published published =
        new Publisher(lake.lake(), lake.catalog()).publish(publication, new Guard());
    began("end");
    remember(publication);
    return published;
  }

  /** Does all but the swap, and rolls it back. */
  public Rehearsal rehearse(TableName table, String jobId, String folder) {
    Plan plan = lake.plan(lake.completion(jobId, folder), table);
    return new Publisher(lake.lake(), lake.catalog()).rehearse(publication(table, jobId, plan, 1));
  }

  private Publication publication(TableName table, String jobId, Plan planned, int attempt) {
    began("land");
    Plan plan = chunk.map(files -> Chunks.divide(planned, files)).orElse(planned);
    return new Publication(
        new PublicationId("run-" + jobId, attempt, jobId, TestLake.SCHEMA_ID),
        table,
        plan,
        land(
            table,
            jobId + (attempt > 1 && adopted.isEmpty() ? "-again" : ""),
            increment.map(Increment::added).orElse(plan)),
        previousSnapshot,
        rules.apply(TestRules.of(table, "run-" + jobId, jobId)),
        chunk.map(files -> new Staging(adopted)),
        increment);
  }

  private Optional<ConfirmedLanding> land(TableName table, String jobId, Plan plan) {
    if (plan.landed().isEmpty()) {
      return Optional.empty();
    }
    Landings landings =
        new Landings(
            lake.objects(),
            prefix ->
                lake.catalog()
                    .fileUnder("s3://" + lake.lakeSettings().bucket() + "/" + prefix)
                    .isPresent());
    LandingRequest request =
        new LandingRequest(
            lake.lakeSettings().bucket(),
            LandingPrefix.base(
                lake.lakeSettings().prefix(),
                table,
                LandingPrefix.Kind.IMPORTS,
                TestLake.SCHEMA_ID,
                jobId),
            plan.landed());
    Landing landing =
        adopted.isPresent() ? landings.adopt(request).orElseThrow() : landings.prepare(request);
    for (Iterator<ObjectCopy> copies = landing.pending(); copies.hasNext(); ) {
      ObjectCopy copy = copies.next();
      lake.objects().copy(copy.request());
      landing.copied(copy);
    }
    return Optional.of(landings.confirm(landing));
  }

  private final class Guard implements PublicationGuard {
    private LakeSession session;

    @Override
    public void opened(LakeSession opened) {
      session = opened;
    }

    @Override
    public void stage(String name) {
      began(name);
      if (name.equals("read back")) {
        atReadBack.accept(session);
      }
    }

    @Override
    public void shadow(TableName name) {
      lastShadow = name;
    }

    @Override
    public void admit(long baseSnapshot) {
      admission.accept(baseSnapshot);
    }

    @Override
    public void verified(List<CheckResult> checked) {
      results.addAll(checked);
    }

    @Override
    public Turn awaitCommitTurn() {
      atTurn.run();
      return () -> {};
    }

    @Override
    public void commitSent() {
      atCommit.run();
    }
  }
}
