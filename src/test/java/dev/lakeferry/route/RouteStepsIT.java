package dev.lakeferry.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.completion.CompletedModel;
import dev.lakeferry.completion.CompletionStore;
import dev.lakeferry.job.Attempt;
import dev.lakeferry.job.AttemptStatus;
import dev.lakeferry.naming.TableNaming;
import dev.lakeferry.testing.ForeignDelta;
import dev.lakeferry.testing.LogLines;
import dev.lakeferry.testing.Scene;
import dev.lakeferry.testing.Submission;
import dev.lakeferry.upkeep.Step;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import org.apache.camel.CamelContext;
import org.apache.camel.NamedNode;
import org.apache.camel.Processor;
import org.apache.camel.builder.AdviceWith;
import org.apache.camel.model.ModelCamelContext;
import org.apache.camel.model.OptionalIdentifiedDefinition;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.spi.InterceptStrategy;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Every way through the shipped routes is gone, and every step of them was run in the end. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RouteStepsIT {
  private static final Set<String> RUN = new ConcurrentSkipListSet<>();

  private static Scene scene;
  private static int models;

  @BeforeAll
  static void begin() throws Exception {
    Map<String, String> variables = new HashMap<>();
    variables.put("LAKEFERRY_COPY_MULTIPART_THRESHOLD", "20KB");
    variables.put("LAKEFERRY_LEASES_CRON", "* * * * * ?");
    variables.put("LAKEFERRY_LEFTOVERS_CRON", "* * * * * ?");
    variables.put("LAKEFERRY_RETENTION_CRON", "0/2 * * * * ?");
    for (Step step : EnumSet.complementOf(EnumSet.of(Step.LEFTOVERS))) {
      variables.put(
          "LAKEFERRY_UPKEEP_%s_CRON"
              .formatted(step.id().toUpperCase(Locale.ROOT).replace('-', '_')),
          "0/5 * * * * ?");
    }
    scene = new Scene(variables);
    watchSteps((ModelCamelContext) scene.context());
  }

  /** Makes each route anew, with every step telling when it is run. */
  private static void watchSteps(ModelCamelContext context) throws Exception {
    context.getCamelContextExtension().addInterceptStrategy(new Watch());
    for (RouteDefinition route : List.copyOf(context.getRouteDefinitions())) {
      AdviceWith.adviceWith(context, route.getRouteId(), false, unchanged -> {});
      context.getRouteController().startRoute(route.getRouteId());
    }
  }

  private static final class Watch implements InterceptStrategy {
    @Override
    public Processor wrapProcessorInInterceptors(
        CamelContext context, NamedNode step, Processor target, Processor next) {
      return exchange -> {
        RUN.add(step.getId());
        target.process(exchange);
      };
    }
  }

  @AfterAll
  static void end() {
    scene.close();
  }

  @Test
  @Order(1)
  void anOpenGateLeadsThroughLandingAndPublicationForSmallAndLargeObjects() {
    CompletedImport completion = Submission.fresh().completed();
    scene.prepare(completion, "small.parquet", "SELECT range AS id FROM range(10)");
    scene.prepare(completion, "large.parquet", "SELECT range AS id FROM range(20000)");

    assertThat(scene.run(completion).status()).isEqualTo(AttemptStatus.COMPLETED);
    Awaitility.await()
        .untilAsserted(
            () ->
                assertThat(scene.get("/observe/metrics").body())
                    .containsPattern("lakeferry_runs_total\\{[^}]*outcome=\"completed\"[^}]*} 1"));
  }

  @Test
  @Order(2)
  void aClosedGateLeadsToASkippedAttempt() {
    Attempt attempt = scene.run(Submission.fresh().with("team_id", 9).completed());

    assertThat(attempt.status()).isEqualTo(AttemptStatus.SKIPPED);
    assertThat(attempt.latestError()).contains("is off for team 9", "bin/lakeferry regate");
  }

  @Test
  @Order(3)
  void aFailureIsRecordedAndCounted() {
    assertThat(scene.run(Submission.fresh().completed()).status()).isEqualTo(AttemptStatus.FAILED);
    Awaitility.await()
        .untilAsserted(
            () ->
                assertThat(scene.get("/observe/metrics").body())
                    .containsPattern("lakeferry_runs_total\\{[^}]*outcome=\"failed\"[^}]*} 1"));
  }

  @Test
  @Order(4)
  void aPollThatFailsIsToldOnceAndTriedAgain() {
    CompletedImport completion = Submission.fresh().completed();
    scene.prepare(completion, "part-0.parquet", "SELECT range AS id FROM range(10)");
    try (LogLines log = new LogLines()) {
      Set<Integer> polls = new ConcurrentSkipListSet<>();
      try (var failing =
          scene.before(
              "intake",
              "intake-runs",
              exchange -> {
                polls.add(polls.size());
                throw new IllegalStateException("told by the test");
              })) {
        scene.service().submit(completion);
        Awaitility.await().until(() -> polls.size() >= 3);
        assertThat(log.with("told by the test")).hasSize(1);
        assertThat(log.with("told by the test").get(0)).startsWith("WARN").contains("intake");
      }
      Awaitility.await()
          .until(() -> scene.runs("job_id = ?", completion.jobId()), runs -> runs.size() == 1);
    }
    assertThat(scene.service().ended(scene.runs("job_id = ?", completion.jobId()).get(0)).status())
        .isEqualTo(AttemptStatus.COMPLETED);
  }

  @Test
  @Order(5)
  void whatIsOldIsForgotten() {
    try (LogLines log = new LogLines()) {
      log.await("Pruned 0 completions");
    }
  }

  @Test
  @Order(6)
  void copiesGoThroughTheSameSteps() {
    assertThat(model("q-off").status()).isEqualTo(AttemptStatus.SKIPPED);
    CompletedImport completion = Submission.fresh().completed();
    scene
        .service()
        .flagsReadOf("ducklake-data-imports-copy-workflow", "ducklake-data-modeling-copy-workflow");
    ForeignDelta.write(
        scene.lake(),
        """
        t = pa.table({'id': pa.array(range(9))})
        write_deltalake(base + 'models/steps', t, storage_options=so)
        write_deltalake(base + '%s/%s', t, storage_options=so)
        """
            .formatted(
                completion.folderPath(),
                TableNaming.deltaFolder(completion.teamId(), completion.name())));

    Attempt copied =
        Awaitility.await()
            .until(() -> model("q-on-" + ++models), seen -> seen.status() != AttemptStatus.SKIPPED);
    assertThat(copied.latestError()).isNull();
    long inboxId = scene.service().submit(completion);
    Awaitility.await().until(() -> !scene.runs("inbox_id = ?", inboxId).isEmpty());
    String run = scene.runOf(inboxId).replace("ducklake-register-", "ducklake-copy-");
    assertThat(scene.service().ended(run).latestError()).isNull();
  }

  private static Attempt model(String query) {
    new CompletionStore(scene.service().state().jdbi())
        .insert(
            new CompletedModel(
                0,
                1,
                null,
                null,
                null,
                query,
                "steps",
                null,
                "job",
                scene.lake().sourceSettings().url() + "models/steps",
                null,
                Instant.now(),
                null));
    return scene.service().ended("ducklake-copy-data-modeling-1-" + query + "-job");
  }

  @Test
  @Order(7)
  void everyStepOfTheShippedRoutesWasRun() {
    ModelCamelContext context = (ModelCamelContext) scene.context();
    Set<String> steps = new TreeSet<>();
    // Pages and API are no shipped route: no file holds them.
    context.getRouteDefinitions().stream()
        .filter(route -> !route.getId().startsWith("http-"))
        .forEach(route -> collect(route.getOutputs(), steps));
    context
        .getRouteConfigurationDefinitions()
        .forEach(
            shared ->
                shared.getOnExceptions().forEach(clause -> collect(clause.getOutputs(), steps)));

    assertThat(steps).hasSizeGreaterThan(25);
    Awaitility.await().untilAsserted(() -> assertThat(RUN).containsAll(steps));
  }

  /** Branches are no steps: what stands in them is. */
  private static final Set<String> BRANCHES = Set.of("when", "otherwise", "onException");

  private static void collect(
      Collection<? extends OptionalIdentifiedDefinition<?>> outputs, Set<String> steps) {
    for (OptionalIdentifiedDefinition<?> step : outputs) {
      if (!BRANCHES.contains(step.getShortName()) && step.hasCustomIdAssigned()) {
        steps.add(step.getId());
      }
      if (step instanceof ProcessorDefinition<?> parent) {
        collect(parent.getOutputs(), steps);
      }
    }
  }
}
