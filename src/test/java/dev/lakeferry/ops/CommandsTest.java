package dev.lakeferry.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.settings.Settings;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CommandsTest {
  private static final Supplier<Settings> NOTHING_SET = () -> Settings.read(Map.of(), null);
  private static final Supplier<Settings> LOCAL =
      () -> Settings.read(Map.of("LAKEFERRY_PROFILE", "local"), null);

  private record Answer(int exitCode, String out, String err) {}

  private static Answer run(List<?> commands, String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    int exitCode =
        new Commands(commands)
            .writingTo(new PrintWriter(out), new PrintWriter(err))
            .execute(arguments);
    return new Answer(exitCode, out.toString(), err.toString());
  }

  private static Answer run(Supplier<Settings> settings, String... arguments) {
    return run(OperatorCommands.of(new Workplace(settings)), arguments);
  }

  @CommandLine.Command(name = "fail")
  private record Failing(RuntimeException failure) implements Runnable {
    @Override
    public void run() {
      throw failure;
    }
  }

  @Test
  void everyCommandTeachesByAnExampleThatItUnderstandsItself() {
    List<String> without = new ArrayList<>();
    collect(OperatorCommands.of(new Workplace(LOCAL)), without);
    assertThat(without).isEmpty();
  }

  private static void collect(Iterable<CommandLine> commands, List<String> without) {
    for (CommandLine command : commands) {
      var usage = command.getCommandSpec().usageMessage();
      String footer = String.join("\n", usage.footer());
      if (usage.description().length == 0
          || !footer.contains("bin/lakeferry")
          || footer.lines().anyMatch(line -> line.length() > 80)) {
        without.add(command.getCommandSpec().qualifiedName());
      }
      collect(command.getSubcommands().values(), without);
    }
  }

  @Test
  void helpOfEveryLevelEndsWithCode0() {
    assertThat(run(NOTHING_SET, "--help").out()).contains("lake", "submit", "runs", "Exit codes");
    for (String command : List.of("lake init", "submit import", "org set", "runs show")) {
      String[] arguments = (command + " --help").split(" ");
      assertThat(run(NOTHING_SET, arguments)).returns(0, Answer::exitCode);
    }
  }

  @Test
  void theVersionIsToldWithoutSettings() {
    assertThat(run(NOTHING_SET, "--version").out()).startsWith("lakeferry ");
  }

  @Test
  void wrongUsageEndsWithCode2AndShowsWhatIsRight() {
    assertThat(run(LOCAL)).returns(2, Answer::exitCode);
    assertThat(run(LOCAL, "lake").err()).contains("Missing the command", "init", "attach");
    assertThat(run(LOCAL, "lakes").err()).contains("lakes", "lake");
    assertThat(run(LOCAL, "runs", "--limit", "0")).returns(2, Answer::exitCode);
    assertThat(run(LOCAL, "org", "set", "a", "--naming-version", "v9").err())
        .contains("copy_v1, legacy_batch_v1");
  }

  @Test
  void everyProblemOfTheConfigurationIsToldAtOnceWithCode2() {
    Answer answer = run(NOTHING_SET, "runs");
    assertThat(answer.exitCode()).isEqualTo(2);
    assertThat(answer.err())
        .contains("DUCKLAKE_RDS_HOST", "DUCKLAKE_RDS_PASSWORD", "DUCKLAKE_BUCKET")
        .contains("SOURCE_BUCKET_URL")
        .doesNotContain("at dev.lakeferry");
  }

  @Test
  void aFailureIsToldInOneLineWithCode1() {
    Answer answer = run(List.of(new Failing(new CommandFailure("It went wrong."))), "fail");
    assertThat(answer.exitCode()).isEqualTo(1);
    assertThat(answer.err()).isEqualToIgnoringNewLines("lakeferry: It went wrong.");
  }

  @Test
  void verboseShowsWhereAFailureArose() {
    String before = System.getProperty("lakeferry.log.level");
    try {
      Answer answer =
          run(List.of(new Failing(new CommandFailure("It went wrong."))), "--verbose", "fail");
      assertThat(answer.err()).contains("It went wrong.", "at dev.lakeferry");
    } finally {
      if (before == null) {
        System.clearProperty("lakeferry.log.level");
      } else {
        System.setProperty("lakeferry.log.level", before);
      }
    }
  }

  @Test
  void namesAreToldWithoutAnySetting() {
    assertThat(
            run(
                    NOTHING_SET,
                    "name",
                    "import",
                    "--source-type=TikTokAds",
                    "--name=ad_report",
                    "--naming-version=legacy_batch_v1")
                .out())
        .containsSubsequence("insights_data_imports_team_<team_id>", "tik_tok_ads_ad_report");
    assertThat(run(NOTHING_SET, "name", "model", "--label=My Query", "--team=7").out())
        .containsSubsequence("insights_data_modeling_team_7", "my_query");
  }

  @Test
  void settingsAreToldWithTheirOriginAndWithoutSecrets(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("application.properties");
    Files.writeString(
        file,
        "ducklake.rds.database=other\nducklake.rds.port=5432\nlakeferry.copy.concurrency=3\n");
    Map<String, String> environment =
        Map.of("LAKEFERRY_PROFILE", "local", "DUCKLAKE_RDS_PASSWORD", "hunter2");
    String out = run(() -> Settings.read(environment, file), "settings").out();
    assertThat(out)
        .containsPattern("DUCKLAKE_RDS_DATABASE +other +file")
        .containsPattern("DUCKLAKE_RDS_PORT +5432 +default")
        .containsPattern("DUCKLAKE_RDS_PASSWORD +\\*\\*\\* +environment")
        .containsPattern("LAKEFERRY_STATE_PASSWORD +\\*\\*\\* +default")
        .containsPattern("DUCKLAKE_RDS_SSLROOTCERT +- +not set")
        .doesNotContain("hunter2", "object_storage_root_password");
  }

  @Test
  void timesInThePastAreReadInThreeForms() {
    var since = new SinceOption();
    assertThat(since.convert("2026-01-02")).isEqualTo(Instant.parse("2026-01-02T00:00:00Z"));
    assertThat(since.convert("2026-01-02T05:00:00+02:00"))
        .isEqualTo(Instant.parse("2026-01-02T03:00:00Z"));
    assertThat(since.convert("7d")).isBefore(Instant.now().minusSeconds(6 * 86_400));
    assertThat(run(LOCAL, "regate", "--since", "yesterday").err()).contains("'yesterday'", "7d");
  }
}
