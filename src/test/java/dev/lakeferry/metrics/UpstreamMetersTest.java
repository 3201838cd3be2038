package dev.lakeferry.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.job.AttemptStatus;
import dev.lakeferry.job.RecordedPublication;
import dev.lakeferry.job.WorkflowRun;
import dev.lakeferry.naming.TableName;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Names and labels are those that dashboards ask for, in the text that Prometheus reads. */
class UpstreamMetersTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final Pattern SAMPLE = Pattern.compile("(ducklake_\\w+)(?:\\{(.*)})? \\S+");

  private static WorkflowRun run(String workflow, long team, String schema) {
    return new WorkflowRun(
        "r",
        workflow,
        team,
        null,
        null,
        "source_schema",
        schema,
        "job",
        "t",
        "{}",
        NOW,
        null,
        1,
        "running",
        null,
        NOW,
        1,
        "me",
        NOW,
        false);
  }

  private static ScrapedRegistry carried(Labels labels) {
    ScrapedRegistry registry = new ScrapedRegistry();
    UpstreamMeters meters = new UpstreamMeters(registry, labels, Clock.fixed(NOW, ZoneOffset.UTC));
    for (String workflow : Known.WORKFLOWS) {
      WorkflowRun run = run(workflow, 7, "schema-1");
      meters.started(run);
      meters.stage(run, "plan", AttemptStatus.COMPLETED, 120);
      meters.stage(run, "read back", AttemptStatus.STALE, 20);
      meters.verified(run, "row_count", true);
      meters.published(
          run,
          new RecordedPublication(
              "l",
              new TableName("s", "t"),
              "swap",
              null,
              3,
              1000,
              2048,
              0,
              null,
              0,
              null,
              1L,
              NOW));
      meters.finished(run, AttemptStatus.COMPLETED, "read back", 12.5);
      meters.finished(run, AttemptStatus.STALE, "land", 1);
    }
    return registry;
  }

  /** Each family's labels, without the bounds of its buckets. */
  private static Map<String, String> labels(String scrape) {
    Map<String, String> labels = new TreeMap<>();
    scrape
        .lines()
        .map(SAMPLE::matcher)
        .filter(java.util.regex.Matcher::matches)
        .forEach(
            sample ->
                labels.put(
                    sample.group(1),
                    List.of((sample.group(2) == null ? "" : sample.group(2)).split(",")).stream()
                        .map(label -> label.split("=")[0])
                        .filter(name -> !name.equals("le"))
                        .sorted()
                        .collect(Collectors.joining(" "))));
    return labels;
  }

  private static final Map<String, String> EXPECTED = new TreeMap<>();

  private static void histogram(String name, String labels) {
    for (String part : List.of("_bucket", "_count", "_sum")) {
      EXPECTED.put(name + part, labels);
    }
    EXPECTED.put(name + "_max", labels);
  }

  static {
    EXPECTED.put("ducklake_copy_data_modeling_finished", "status");
    EXPECTED.put("ducklake_copy_data_modeling_verification", "check status");
    EXPECTED.put("ducklake_copy_data_imports_started", "team_id");
    EXPECTED.put("ducklake_copy_data_imports_finished", "status team_id");
    histogram("ducklake_copy_data_imports_duration_seconds", "status team_id");
    EXPECTED.put("ducklake_copy_data_imports_last_success_timestamp_seconds", "schema_id team_id");
    EXPECTED.put("ducklake_copy_data_imports_verification", "check schema_id status team_id");
    EXPECTED.put("ducklake_copy_data_imports_data_files_copied", "schema_id team_id");
    EXPECTED.put("ducklake_copy_data_imports_rows_copied", "schema_id team_id");
    EXPECTED.put("ducklake_copy_data_imports_data_bytes_copied", "schema_id team_id");
    histogram("ducklake_copy_data_imports_stage_duration", "stage");
    EXPECTED.put("ducklake_register_data_imports_started", "schema_id team_id");
    EXPECTED.put("ducklake_register_data_imports_finished", "schema_id status team_id");
    histogram("ducklake_register_data_imports_duration_seconds", "schema_id status team_id");
    EXPECTED.put(
        "ducklake_register_data_imports_last_success_timestamp_seconds", "schema_id team_id");
    EXPECTED.put("ducklake_register_data_imports_stale", "schema_id stage team_id");
    EXPECTED.put("ducklake_register_data_imports_files_registered", "schema_id team_id");
    EXPECTED.put("ducklake_register_data_imports_rows_registered", "schema_id team_id");
    EXPECTED.put("ducklake_register_data_imports_bytes_copied", "schema_id team_id");
    histogram("ducklake_register_data_imports_stage_duration", "stage status");
  }

  @Test
  void everyNameAndLabelIsThatOfUpstreamInBothFormats() {
    ScrapedRegistry registry = carried(new Labels(true, true));
    assertThat(labels(registry.scrape("text/plain; version=0.0.4"))).isEqualTo(EXPECTED);
    String openMetrics = registry.scrape("application/openmetrics-text; version=1.0.0");
    assertThat(labels(openMetrics)).isEqualTo(EXPECTED);
    assertThat(openMetrics).contains("# TYPE ducklake_copy_data_modeling_finished unknown");
    assertThat(registry.scrape("text/plain"))
        .contains("# TYPE ducklake_copy_data_modeling_finished counter")
        .contains(
            "ducklake_register_data_imports_last_success_timestamp_seconds{schema_id=\"schema-1\",team_id=\"7\"} 1.767323045E9");
  }

  @Test
  void stagesAndStatesHaveTheWordsOfUpstream() {
    String scrape = carried(new Labels(true, true)).scrape("text/plain");
    assertThat(scrape)
        .contains(
            "ducklake_register_data_imports_stage_duration_count{stage=\"prepare\",status=\"COMPLETED\"}")
        .contains(
            "ducklake_register_data_imports_stage_duration_count{stage=\"publish\",status=\"STALE\"}")
        .contains("ducklake_copy_data_imports_stage_duration_count{stage=\"cleanup\"}")
        .contains(
            "ducklake_register_data_imports_stale{schema_id=\"schema-1\",stage=\"post_copy\",team_id=\"7\"} 1.0")
        .contains("ducklake_copy_data_modeling_finished{status=\"completed\"} 1.0")
        .contains(
            "ducklake_register_data_imports_rows_registered{schema_id=\"schema-1\",team_id=\"7\"} 1000.0");
    assertThat(
            List.of("plan", "land", "check", "register", "verify", "swap", "commit", "read back"))
        .extracting(UpstreamMeters::registerStage)
        .containsExactly(
            "prepare", "copy", "register", "register", "verify", "publish", "publish", "publish");
  }

  @Test
  void labelsOfTeamsAndSchemasCanBeSwitchedOff() {
    assertThat(carried(new Labels(true, false)).scrape("text/plain"))
        .doesNotContain("schema_id=")
        .contains("team_id=\"7\"");
    assertThat(carried(new Labels(false, false)).scrape("text/plain"))
        .doesNotContain("schema_id=", "team_id=")
        .contains("ducklake_register_data_imports_started 1.0");
  }

  @Test
  void moreSchemasThanAMetricsStoreBearsAreCalledOther() {
    Labels labels = new Labels(true, true);
    for (int i = 0; i < 6_000; i++) {
      labels.teamAndSchema(1, "schema-" + i);
    }
    assertThat(labels.teamAndSchema(1, "one more").toString()).contains("other");
    assertThat(labels.teamAndSchema(1, "schema-17").toString()).contains("schema-17");
  }

  @Test
  void ourOwnCountersKeepTheEndingThatPrometheusGivesThem() {
    ScrapedRegistry registry = new ScrapedRegistry();
    registry.counter("lakeferry.retries", "cause", "storage").increment();
    assertThat(registry.scrape()).contains("lakeferry_retries_total{cause=\"storage\"} 1.0");
  }
}
