package dev.lakeferry.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.ops.Commands;
import dev.lakeferry.ops.OperatorCommands;
import dev.lakeferry.ops.Workplace;
import dev.lakeferry.route.DryRun;
import dev.lakeferry.settings.ProgramHome;
import dev.lakeferry.settings.Settings;
import dev.lakeferry.testing.TestLake;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Does what docs/local-testing.md says, step by step. */
class LocalTestingDocumentIT {
  private static final Pattern BLOCK =
      Pattern.compile("(?ms)^( *)```(sh|sql)\\n(.*?)^ *```$", Pattern.MULTILINE);
  private static final String NO_SUCH_RUN = "There is no run";

  @TempDir private Path data;

  private record Step(String language, String text) {}

  private List<Step> steps() throws IOException {
    return BLOCK
        .matcher(Files.readString(ProgramHome.directory().resolve("docs/local-testing.md")))
        .results()
        .map(
            block ->
                new Step(
                    block.group(2),
                    block
                        .group(3)
                        .replace("\\\n", " ")
                        .replace("/tmp/lakeferry", data.toString())
                        .strip()))
        .toList();
  }

  @Test
  void everyChecklistCanBeFollowed() throws Exception {
    List<Step> steps = steps();
    assertThat(steps).hasSizeGreaterThan(10);
    assertThat(steps.get(0).text()).isEqualTo("bin/lakeferry demo --data " + data);
    Map<String, String> extensions =
        Map.of(
            "LAKEFERRY_EXTENSION_DIRECTORY", TestLake.extensionDirectory().toAbsolutePath() + "");
    try (ProgramInChild demo =
        ProgramInChild.start(extensions, "demo", "--data", data.toString())) {
      Awaitility.await()
          .atMost(Duration.ofMinutes(3))
          .until(() -> demo.output().contains("Serving until Ctrl-C") || !demo.isAlive());
      assertThat(demo.output()).contains("Serving until Ctrl-C");
      Map<String, String> environment = null;
      for (Step step : steps.subList(1, steps.size())) {
        if (step.text().startsWith(". ")) {
          environment = environment(Path.of(step.text().substring(2)));
        } else if (step.language().equals("sql")) {
          assertThat(query(environment, step.text())).as(step.text()).isPositive();
        } else {
          for (String line : step.text().lines().map(String::strip).toList()) {
            shell(environment, line);
          }
        }
      }
      assertThat(answer(environment, "bin/lakeferry runs --team 3")).contains("completed");
      Map<String, String> last = environment;
      Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(
              () ->
                  assertThat(answer(last, "bin/lakeferry runs --team 4 --status failed"))
                      .contains("expects 61 rows"));
    }
  }

  private void shell(Map<String, String> environment, String line) throws Exception {
    if (!line.startsWith("bin/lakeferry ")) {
      long before = flagsRead();
      Process process = new ProcessBuilder("bash", "-c", line).inheritIO().start();
      assertThat(process.waitFor()).as(line).isZero();
      Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> flagsRead() > before);
    } else if (line.startsWith("bin/lakeferry runs show")) {
      Awaitility.await()
          .atMost(Duration.ofSeconds(90))
          .untilAsserted(
              () ->
                  assertThat(answer(environment, line))
                      .containsPattern("State +completed")
                      .contains("Published "));
    } else {
      assertThat(answer(environment, line)).isNotBlank();
    }
  }

  private long flagsRead() throws IOException {
    try (var lines = Files.lines(data.resolve("service.log"))) {
      return lines.filter(line -> line.contains("Flags read from")).count();
    }
  }

  private static Map<String, String> environment(Path file) throws IOException {
    Map<String, String> environment = new HashMap<>();
    for (String line : Files.readAllLines(file)) {
      var export = Pattern.compile("export (\\w+)='(.*)'").matcher(line);
      assertThat(export.matches()).as(line).isTrue();
      environment.put(export.group(1), export.group(2));
    }
    return environment;
  }

  private static String answer(Map<String, String> environment, String line) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        new Commands(
                OperatorCommands.of(
                    new Workplace(() -> Settings.read(environment, null)), DryRun::new))
            .writingTo(new PrintWriter(out), new PrintWriter(err))
            .execute(line.substring("bin/lakeferry ".length()).strip().split(" +"));
    if (!err.toString().contains(NO_SUCH_RUN)) {
      assertThat(exitCode).as(line + ": " + err).isZero();
    }
    return out.toString();
  }

  private static long query(Map<String, String> environment, String sql) throws Exception {
    Properties properties = new Properties();
    properties.setProperty("extension_directory", TestLake.extensionDirectory().toString());
    List<String> attach = new ArrayList<>();
    for (String statement :
        answer(environment, "bin/lakeferry lake attach --plain --show-passwords")
            .split(";\\s*\n", -1)) {
      if (!statement.isBlank()) {
        attach.add(statement);
      }
    }
    try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:", properties);
        Statement statement = duckdb.createStatement()) {
      for (String one : attach) {
        statement.execute(one);
      }
      long rows = 0;
      try (var answers = statement.executeQuery(sql)) {
        while (answers.next()) {
          rows++;
        }
      }
      return rows;
    }
  }
}
