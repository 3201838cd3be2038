package dev.lakeferry.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.testing.TestLake;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoIT {
  private static final String EXTENSIONS = "LAKEFERRY_EXTENSION_DIRECTORY";

  @TempDir private Path data;

  @Test
  void carriesTheSampleAndCarriesNothingTwiceOverTheSameData() throws Exception {
    String first = once();
    assertThat(first)
        .containsPattern("team_1\\.stripe_prod_charges +104,400 +30 ")
        .containsPattern("team_1\\.stripe_prod_invoices +149,000 +31 ")
        .containsPattern("team_2\\.stripe_prod_invoices +7,600 +5 ")
        .containsPattern("imports_team_4\\.stripe_prod_customers +8,400 +4 ")
        .containsPattern("modeling_team_4\\.monthly_revenue +60 +1 ")
        .containsPattern("modeling_team_4\\.churn_by_country +36 +1 ")
        .containsPattern("modeling_team_4\\.top_customers +100 +1 ")
        .containsPattern(
            "team 4 monthly_revenue +MISMATCH +check 'no negative amounts' failed: observed 3,"
                + " expected 0")
        .containsPattern("team 4 monthly_revenue +FAILED +Verification of .*monthly_revenue failed")
        .containsPattern("still live .*monthly_revenue has 60 rows")
        .containsPattern("team 3 invoices +skipped")
        .containsPattern("team 1 charges +FAILED +The completion expects 52,200 rows")
        .containsPattern("still live .*stripe_prod_charges has 104,400 rows")
        .containsPattern("First table published \\d+\\.\\d s after the JVM started")
        .doesNotContain("***");

    String second = once();
    assertThat(second)
        .contains("already published in an earlier run of this demo")
        .contains("already failed in an earlier run of this demo")
        .contains("already skipped in an earlier run of this demo")
        .doesNotContain("SWAPPED");
    assertThat(tables(second)).isEqualTo(tables(first));
  }

  private String once() throws Exception {
    // A real lake's variables must not lead the demo there.
    Map<String, String> real =
        Map.of("DUCKLAKE_RDS_HOST", "192.0.2.1", "DUCKLAKE_BUCKET", "precious", "PGHOST", "x");
    try (ProgramInChild demo =
        ProgramInChild.start(withExtensions(real), "demo", "--once", "--data", data.toString())) {
      assertThat(demo.exitCode()).as(demo.output()).isZero();
      return demo.output();
    }
  }

  private static List<String> tables(String output) {
    return output.lines().filter(line -> line.startsWith("insights_")).toList();
  }

  private static Map<String, String> withExtensions(Map<String, String> more) {
    Map<String, String> environment = new HashMap<>(more);
    environment.put(EXTENSIONS, TestLake.extensionDirectory().toAbsolutePath().toString());
    return environment;
  }

  @Test
  void anyDuckDbReadsTheLakeByThePrintedStatementsUntilTheDemoIsStopped() throws Exception {
    try (ProgramInChild demo = ProgramInChild.start(withExtensions(Map.of()), "demo")) {
      Awaitility.await()
          .atMost(Duration.ofMinutes(3))
          .until(() -> demo.output().contains("Serving until Ctrl-C") || !demo.isAlive());
      String output = demo.output();

      assertThat(lastAnswer(statements(output))).as(output).containsExactly("open", "paid", "void");
      assertThat(get(address(output, "health"))).contains("\"UP\"");
      assertThat(get(address(output, "metrics"))).contains("lakeferry_runs");

      demo.terminate();
      assertThat(demo.exitCode()).isEqualTo(143);
      assertThat(answers(port(output, "PostgreSQL +started +on 127.0.0.1:(\\d+)"))).isFalse();
      assertThat(answers(port(output, "S3 +started +on http://127.0.0.1:(\\d+)"))).isFalse();
      assertThat(Path.of(address(output, "log"))).doesNotExist();
    }
  }

  private static List<String> statements(String output) {
    String pasted =
        output.substring(output.indexOf("INSTALL ducklake;"), output.indexOf("Serving until"));
    List<String> statements = new ArrayList<>();
    for (String statement : pasted.split(";\\s*\n", -1)) {
      if (!statement.isBlank()) {
        statements.add(statement);
      }
    }
    return statements;
  }

  /** Runs all on a DuckDB of this process; the first column of the last answer. */
  private static List<String> lastAnswer(List<String> statements) throws Exception {
    Properties properties = new Properties();
    properties.setProperty("extension_directory", TestLake.extensionDirectory().toString());
    List<String> answer = new ArrayList<>();
    try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:", properties);
        Statement statement = duckdb.createStatement()) {
      for (String sql : statements) {
        if (statement.execute(sql)) {
          answer.clear();
          try (ResultSet rows = statement.getResultSet()) {
            while (rows.next()) {
              answer.add(rows.getString(1));
            }
          }
        }
      }
    }
    return answer;
  }

  private static String address(String output, String of) {
    String serving = output.substring(output.indexOf("Serving until"));
    Matcher found = Pattern.compile("^ +" + of + " +(\\S+)$", Pattern.MULTILINE).matcher(serving);
    assertThat(found.find()).as(of).isTrue();
    return found.group(1);
  }

  private static int port(String output, String pattern) {
    Matcher found = Pattern.compile(pattern).matcher(output);
    assertThat(found.find()).as(pattern).isTrue();
    return Integer.parseInt(found.group(1));
  }

  private static boolean answers(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  private static String get(String address) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(address)).build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  @Test
  void tellsWhichCompletionsDidNotEndAsTheSampleDeclares() throws Exception {
    StringWriter output = new StringWriter();
    try (Demo demo =
        new Demo(
            new Narrator(new PrintWriter(output), false),
            DemoDirectory.open(Optional.of(data)),
            List.of())) {
      assertThat(demo.run())
          .contains(
              "team 1 invoices, generation 1 should have ended as completed and ended as skipped")
          .anyMatch(
              difference ->
                  difference.startsWith("team 1 charges, generation 2 should have ended as failed"))
          .noneMatch(difference -> difference.contains("team 3"));
    }
  }
}
