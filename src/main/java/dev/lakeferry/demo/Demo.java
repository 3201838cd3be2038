package dev.lakeferry.demo;

import dev.lakeferry.route.Service;
import dev.lakeferry.settings.Settings;
import dev.lakeferry.state.StateDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Runs the service on embedded parts and a sample, and tells what happens. */
final class Demo implements AutoCloseable {
  private final Narrator narrator;
  private final DemoDirectory directory;
  private final Collection<Long> teamsWithFlag;
  private final OpenParts parts = new OpenParts();
  private Settings settings;
  private StateDatabase state;

  /**
   * Prepares a demo.
   *
   * @param teamsWithFlag for whom registration is switched on
   */
  Demo(Narrator narrator, DemoDirectory directory, Collection<Long> teamsWithFlag) {
    this.narrator = narrator;
    this.directory = directory;
    this.teamsWithFlag = teamsWithFlag;
  }

  /**
   * Carries the sample and shows the outcome; the service goes on until the demo is closed.
   *
   * @return what did not end as the sample declares
   */
  List<String> run() throws Exception {
    startParts();
    List<SampleCompletion> story = story();
    List<Integer> waves = story.stream().map(SampleCompletion::wave).distinct().sorted().toList();
    // The first imports are written while the service starts.
    CompletableFuture<Void> first = CompletableFuture.runAsync(() -> write(waves.get(0)));
    startService();
    join(first);
    SampleRuns runs = new SampleRuns(state.jdbi(), settings.source().url(), narrator);
    for (int wave : waves) {
      if (wave != waves.get(0)) {
        write(wave);
      }
      runs.wave(story.stream().filter(sample -> sample.wave() == wave).toList());
    }
    try (LakeView lake = new LakeView(settings)) {
      return show(story, runs, lake.tables());
    }
  }

  private static List<SampleCompletion> story() {
    return SampleStory.tell().stream().map(SampleGeneration::announced).toList();
  }

  private static void join(CompletableFuture<Void> work) {
    try {
      work.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  private void startParts() throws Exception {
    EmbeddedStack stack = parts.open(() -> EmbeddedStack.start(directory.data()));
    Map<String, String> variables = DemoSettings.variables(stack, directory);
    settings = Settings.read(variables, null);
    directory.writeEnvironment(variables);
    DemoFlags.write(directory.flags(), teamsWithFlag);
    DemoChecks.write(directory.verification());
    stack.s3().createBucket(settings.source().bucket());
    narrator.tell(
        "PostgreSQL",
        "started",
        "on %s:%d, for the catalog and the service's own tables"
            .formatted(settings.catalog().host(), settings.catalog().port()));
    narrator.tell(
        "S3",
        "started",
        "on %s; imports come in %s, the lake is %s"
            .formatted(stack.s3().endpoint(), settings.source().url(), settings.lake().dataPath()));
  }

  private void startService() throws Exception {
    state = parts.open(() -> StateDatabase.open(settings.state(), 2));
    CompletableFuture<Void> lake = CompletableFuture.runAsync(this::makeLake);
    Service service = parts.open(() -> new Service(settings));
    service.start();
    narrator.tell("Lakeferry", "started", "with the routes of " + routes());
    narrator.tell("", "", "log: " + directory.log());
    join(lake);
  }

  private void makeLake() {
    DemoLake.make(settings, state);
    narrator.tell(
        "lake",
        "ready",
        "data in %s, catalog in database %s"
            .formatted(settings.lake().dataPath(), settings.catalog().database()));
  }

  private Path routes() {
    return settings.path("lakeferry.routes.directory");
  }

  private void write(int wave) {
    List<SampleCompletion> sample =
        new SampleData(
                settings.source().s3(),
                settings.source().bucket(),
                settings.source().prefix(),
                settings.path("lakeferry.extension.directory"))
            .generate(wave);
    narrator.tell(
        "upstream",
        "wrote",
        "%s rows in %d Parquet files: %d imports and models"
            .formatted(
                Figures.count(sample.stream().mapToLong(SampleCompletion::rows).sum()),
                sample.stream().mapToInt(SampleCompletion::files).sum(),
                sample.size()));
  }

  private List<String> show(
      List<SampleCompletion> story, SampleRuns runs, List<LakeView.Table> tables) {
    stillLive(story, runs, tables);
    narrator.print("");
    firstPublished(runs).ifPresent(narrator::print);
    narrator.print("What a DuckDB that has nothing to do with the service reads:\n");
    narrator.print(Summary.tables(tables, runs));
    narrator.print("To read it with a DuckDB shell of your own, paste:\n");
    narrator.print(Summary.statements(settings, tables) + "\n");
    return new Verdict(runs, tables).differences(story);
  }

  /** After a failed import its old table is read once more. */
  private void stillLive(
      List<SampleCompletion> story, SampleRuns runs, List<LakeView.Table> tables) {
    for (SampleCompletion sample : story) {
      RunView run = runs.ended().get(sample);
      if (run != null && run.outcome().equals("failed") && run.table() != null) {
        tables.stream()
            .filter(table -> table.name().toString().equals(run.table()))
            .forEach(
                table ->
                    narrator.tell(
                        new RunStory(narrator, sample, false).subject(),
                        "still live",
                        "%s has %s rows in %d files, from the generation before"
                            .formatted(table.name(), Figures.count(table.rows()), table.files())));
      }
    }
  }

  private static Optional<String> firstPublished(SampleRuns runs) {
    return runs.published().stream()
        .map(RunView::finishedAt)
        .filter(Objects::nonNull)
        .filter(finished -> finished.isAfter(Narrator.jvmStart()))
        .min(Instant::compareTo)
        .map(
            finished ->
                String.format(
                    Locale.ROOT,
                    "First table published %.1f s after the JVM started.",
                    Duration.between(Narrator.jvmStart(), finished).toMillis() / 1_000.0));
  }

  /** Where the service tells how it is. */
  String serving() {
    String address =
        "http://%s:%d"
            .formatted(
                settings.text("lakeferry.management.host"),
                settings.number("lakeferry.management.port"));
    String pages =
        settings.text("lakeferry.http.host") + ":" + settings.text("lakeferry.http.port");
    return """
        Serving until Ctrl-C:
          pages    http://%s/
          API      http://%s/openapi.json
          health   %s/observe/health
          metrics  %s/observe/metrics
          log      %s
        To give it commands from another shell:
          . %s"""
        .formatted(pages, pages, address, address, directory.log(), directory.environment());
  }

  /** Whether it is being closed. */
  boolean ending() {
    return parts.ending();
  }

  /** Ends the service, then the parts below it. */
  @Override
  public void close() {
    parts.close();
  }
}
