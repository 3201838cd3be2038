package dev.lakeferry.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.deploy.KnownMetrics;
import dev.lakeferry.job.Attempt;
import dev.lakeferry.job.AttemptStatus;
import dev.lakeferry.testing.TestLake;
import dev.lakeferry.testing.TestService;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.layout.template.json.JsonTemplateLayout;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a run tells beside its tables: metrics, health, log lines. */
class ObservedRunIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String RUN = "ducklake-register-data-imports-1-" + TestLake.SCHEMA_ID + "-";
  private static TestLake lake;
  private static TestService service;
  private static String address;

  @BeforeAll
  static void begin() {
    lake = new TestLake();
    service =
        new TestService(
            lake,
            // Small ones go in parts, so that the copier's own threads have a part in it.
            Map.of("LAKEFERRY_COPY_MULTIPART_THRESHOLD", "600B"));
    address =
        "http://127.0.0.1:"
            + service.service().context().resolvePropertyPlaceholders("{{camel.management.port}}");
  }

  @AfterAll
  static void end() {
    service.close();
    lake.close();
  }

  private static String get(String path, String accept) {
    return answer(path, accept).body();
  }

  private static HttpResponse<String> answer(String path, String accept) {
    try {
      return HttpClient.newHttpClient()
          .send(
              HttpRequest.newBuilder(URI.create(address + path))
                  .header("Accept", accept)
                  .timeout(PATIENCE)
                  .build(),
              HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Attempt carried(String job) {
    String folder = "invoices__query_1764480000_" + job.substring(job.length() - 1) + "a1b2c3d";
    for (int i = 0; i < 3; i++) {
      lake.prepare(folder, "part-" + i + ".parquet", "SELECT range AS id FROM range(1000)");
    }
    service.submit(lake.completion(job, folder));
    return service.ended(RUN + job);
  }

  @Test
  void aRunIsCountedUnderTheNamesOfUpstreamAndOurs() throws IOException {
    assertThat(carried("job-1").status()).isEqualTo(AttemptStatus.COMPLETED);
    CompletedImport missing = lake.completion("job-2", "invoices__query_1764480001_0a1b2c3d");
    service.submit(missing);
    assertThat(service.ended(RUN + "job-2").status()).isEqualTo(AttemptStatus.FAILED);

    String labels = "{schema_id=\"" + TestLake.SCHEMA_ID + "\",team_id=\"1\"}";
    Awaitility.await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(get("/observe/metrics", "*/*"))
                    .contains("ducklake_register_data_imports_rows_registered" + labels)
                    .contains("ducklake_register_data_imports_files_registered" + labels)
                    .contains("_last_success_timestamp_seconds" + labels)
                    .containsPattern(
                        "ducklake_register_data_imports_finished\\{.*status=\"completed\".*} [1-9]")
                    .containsPattern(
                        "ducklake_register_data_imports_finished\\{.*status=\"failed\".*} 1\\.0")
                    .containsPattern(
                        "lakeferry_gate_decisions_total\\{decision=\"open\",flag=\"ducklake-data-imports-registration-workflow\"} [2-9]")
                    .containsPattern(
                        "lakeferry_verification_results_total\\{check=\"row_count\",status=\"passed\"}")
                    .contains(
                        "lakeferry_queue_due_runs{workflow=\"ducklake-register.data-imports\"} 0.0")
                    .contains("lakeferry_engine_rebuilds_total 0.0")
                    .doesNotContain("ducklake_register_data_imports_finished_total"));
    assertThat(
            get(
                "/observe/metrics",
                "application/openmetrics-text;version=1.0.0,text/plain;q=0.5,*/*;q=0.1"))
        .contains("# TYPE ducklake_register_data_imports_finished unknown")
        .contains("ducklake_register_data_imports_finished{");
    everyNameStandsInTheDocumentation();
    everyNameOfAlertsAndDashboardsIsTold();
  }

  /** Those of the JVM and of Camel; ours are held against the documentation. */
  private static void everyNameOfAlertsAndDashboardsIsTold() {
    String scrape = get("/observe/metrics", "*/*");
    assertThat(KnownMetrics.foreign())
        .isNotEmpty()
        .allSatisfy(name -> assertThat(scrape).containsPattern("(?m)^" + name + "[{ ]"));
  }

  private static void everyNameStandsInTheDocumentation() throws IOException {
    String documented = Files.readString(Path.of("docs/metrics.md"));
    Matcher types =
        Pattern.compile("(?m)^# TYPE ((?:lakeferry|ducklake)_\\w+) ")
            .matcher(get("/observe/metrics", "*/*"));
    Set<String> missing = new TreeSet<>();
    while (types.find()) {
      String name = types.group(1);
      if (!documented.contains("`" + name + "`") && !name.endsWith("_max")) {
        missing.add(name);
      }
    }
    assertThat(missing).as("metrics that docs/metrics.md does not describe").isEmpty();
  }

  @Test
  void healthTellsEachPartAndStartup() {
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> answer("/observe/health/ready", "application/json").statusCode() == 200);
    String ready = get("/observe/health/ready", "application/json");
    for (String part : PartLooks.NAMES) {
      assertThat(ready).contains("lakeferry-" + part);
    }
    assertThat(answer("/observe/health/startup", "application/json").statusCode()).isEqualTo(200);
    assertThat(get("/observe/health/startup", "application/json")).contains("\"UP\"");
    assertThat(get("/observe/health/live", "application/json")).doesNotContain("lakeferry-");
  }

  /** Every line of this process while it is open. */
  private static final class Events extends AbstractAppender implements AutoCloseable {
    private final List<LogEvent> events = new CopyOnWriteArrayList<>();
    private final Logger root = (Logger) LogManager.getRootLogger();

    Events() {
      super("events", null, null, false, Property.EMPTY_ARRAY);
      start();
      root.addAppender(this);
    }

    @Override
    public void append(LogEvent event) {
      events.add(event.toImmutable());
    }

    @Override
    public void close() {
      root.removeAppender(this);
    }
  }

  @Test
  void everyLineOfARunCarriesItAlsoThoseOfTheThreadsThatCopy() {
    Configurator.setLevel("software.amazon.awssdk.request", Level.DEBUG);
    try (Events log = new Events()) {
      Attempt attempt = carried("job-3");
      assertThat(attempt.status()).isEqualTo(AttemptStatus.COMPLETED);
      List<LogEvent> ours =
          log.events.stream()
              .filter(event -> (RUN + "job-3").equals(event.getContextData().getValue("run")))
              .toList();
      assertThat(ours)
          .filteredOn(event -> event.getMessage().getFormattedMessage().startsWith("Published"))
          .singleElement()
          .satisfies(
              event -> {
                assertThat(event.getContextData().<String>getValue("team")).isEqualTo("1");
                assertThat(event.getContextData().<String>getValue("attempt")).isEqualTo("1");
                assertThat(event.getContextData().<String>getValue("table"))
                    .isEqualTo("insights_data_imports_team_1.stripe_prod_invoices");
                inBothLayouts(event);
              });
      List<LogEvent> copies =
          log.events.stream()
              .filter(
                  event ->
                      event.getMessage().getFormattedMessage().contains("uploadId=")
                          || event.getMessage().getFormattedMessage().contains("_imports"))
              .filter(event -> event.getLoggerName().startsWith("software.amazon.awssdk"))
              .filter(event -> event.getMessage().getFormattedMessage().contains("job-3"))
              .toList();
      assertThat(copies).isNotEmpty();
      assertThat(copies)
          .allSatisfy(
              event ->
                  assertThat(event.getContextData().<String>getValue("run"))
                      .as(event.getThreadName() + " " + event.getMessage().getFormattedMessage())
                      .isEqualTo(RUN + "job-3"));
      assertThat(copies)
          .extracting(LogEvent::getThreadName)
          .as("threads that copy")
          .anyMatch(name -> !name.contains("seda"));
    } finally {
      Configurator.setLevel("software.amazon.awssdk.request", Level.WARN);
    }
  }

  private static void inBothLayouts(LogEvent event) {
    LoggerContext context = (LoggerContext) LogManager.getContext(false);
    String text =
        context.getConfiguration().getAppenders().values().stream()
            .map(appender -> appender.getLayout())
            .filter(org.apache.logging.log4j.core.layout.PatternLayout.class::isInstance)
            .map(layout -> new String(layout.toByteArray(event)))
            .findFirst()
            .orElseThrow();
    assertThat(text).contains("run=" + RUN + "job-3", " attempt=1", " team=1", " table=insights_");
    String json =
        JsonTemplateLayout.newBuilder()
            .setConfiguration(context.getConfiguration())
            .setEventTemplateUri("classpath:EcsLayout.json")
            .build()
            .toSerializable(event);
    for (String key : Arrays.asList("run", "attempt", "team", "table")) {
      assertThat(json).containsPattern("\"" + key + "\":\"[^\"]+\"");
    }
  }
}
