package dev.lakeferry.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every alert asks for metrics that there are, and tells whoever it wakes what to do. */
class AlertsTest {
  private static final Pattern HEADING = Pattern.compile("(?m)^#{2,4} (Lakeferry\\w+)$");

  private static Set<String> described() {
    Set<String> names = new TreeSet<>();
    Matcher headings = HEADING.matcher(DeployFiles.text("docs/runbook.md"));
    while (headings.find()) {
      names.add(headings.group(1));
    }
    return names;
  }

  @Test
  void everyMetricAndLabelIsTold() {
    KnownMetrics known = new KnownMetrics();

    assertThat(known.all()).hasSizeGreaterThan(30);
    for (String expression : Alerts.expressions()) {
      assertThat(KnownMetrics.names(expression)).as(expression).isNotEmpty();
      assertThat(known.wrong(expression)).isEmpty();
    }
  }

  @Test
  void theRunbookDescribesEachAlertAndNoOther() {
    assertThat(Alerts.rules())
        .extracting(rule -> rule.get("alert").asText())
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(described());
  }

  @Test
  void eachLeadsToItsSectionAndSaysHowUrgentItIs() {
    for (JsonNode rule : Alerts.rules()) {
      String name = rule.get("alert").asText();
      assertThat(rule.at("/annotations/runbook").asText())
          .isEqualTo("docs/runbook.md#" + name.toLowerCase(Locale.ROOT));
      assertThat(rule.at("/labels/severity").asText()).isIn("critical", "warning", "info");
      assertThat(rule.at("/annotations/summary").asText()).as(name).isNotBlank();
      assertThat(rule.at("/annotations/description").asText()).as(name).isNotBlank();
    }
  }

  /** Prometheus' own tool, where it is installed. */
  @Test
  void alertsFireWhenTheyShouldAndOnlyThen() throws Exception {
    Optional<Path> promtool = onPath("promtool");
    assumeThat(promtool).as("promtool is not installed").isPresent();
    Process process =
        new ProcessBuilder(
                promtool.orElseThrow().toString(),
                "test",
                "rules",
                "src/test/resources/prometheus/alerts_test.yml")
            .directory(DeployFiles.HOME.toAbsolutePath().toFile())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(output).isZero();
  }

  /** So that no alert is left out of the file that promtool runs. */
  @Test
  void eachIsSeenFiring() {
    Set<String> fired = new HashSet<>();
    for (JsonNode test :
        DeployFiles.tree("src/test/resources/prometheus/alerts_test.yml").get("tests")) {
      for (JsonNode asked : test.get("alert_rule_test")) {
        if (asked.path("exp_alerts").size() > 0) {
          fired.add(asked.get("alertname").asText());
        }
      }
    }

    assertThat(fired)
        .containsExactlyInAnyOrderElementsOf(
            Alerts.rules().stream().map(rule -> rule.get("alert").asText()).toList());
  }

  private static Optional<Path> onPath(String program) {
    List<String> directories =
        Arrays.asList(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator));
    return directories.stream()
        .map(directory -> Path.of(directory, program))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
