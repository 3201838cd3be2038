package dev.lakeferry.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.job.Actor;
import dev.lakeferry.job.Attempt;
import dev.lakeferry.job.AttemptStatus;
import dev.lakeferry.job.OrganizationLakes;
import dev.lakeferry.job.TableHolds;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.ops.Actions;
import dev.lakeferry.page.Links;
import dev.lakeferry.settings.Settings;
import dev.lakeferry.testing.Scene;
import dev.lakeferry.testing.Submission;
import dev.lakeferry.testing.TestLake;
import dev.lakeferry.web.Problem;
import dev.lakeferry.web.WebRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One service that serves the environment's lake and an organisation's own. */
class LakesIT {
  private static final String OWN = "0190a000-0000-7000-8000-00000000e001";
  private static final String COUNT =
      """
      SELECT count(*)
      FROM duckdb_tables()
      WHERE database_name = 'ducklake'
        AND schema_name = '%s'
      """
          .formatted("insights_data_imports_team_1");

  @TempDir static Path directory;
  private static TestLake environment;
  private static TestLake own;
  private static Scene scene;

  @BeforeAll
  static void begin() throws IOException {
    environment = new TestLake();
    own = new TestLake();
    Files.writeString(
        directory.resolve("own.properties"),
        """
        ducklake.rds.database=%s
        ducklake.bucket=%s
        """
            .formatted(own.catalogSettings().database(), own.lakeSettings().bucket()));
    scene = Scene.on(environment, Map.of("LAKEFERRY_LAKES_DIRECTORY", directory.toString()));
  }

  @AfterAll
  static void end() {
    scene.close();
    own.close();
    environment.close();
  }

  private static Attempt publish(String organization) {
    CompletedImport completion =
        Submission.fresh().with("organization_id", organization).completed();
    scene.prepare(completion, "part-0.parquet", "SELECT range AS id FROM range(10)");
    return scene.run(completion);
  }

  private static Jdbi state() {
    return scene.service().state().jdbi();
  }

  @Test
  void eachOrganisationsTablesGoIntoItsOwnLakeAndNobodyElsesIntoAny() {
    long before = environment.number(COUNT);
    assertThat(publish(TestLake.ORGANIZATION).status()).isEqualTo(AttemptStatus.COMPLETED);
    assertThat(environment.number(COUNT)).isEqualTo(before + 1);

    OrganizationLakes lakes = new OrganizationLakes(state());
    lakes.map(OWN, "own", Actor.commandLine());
    Attempt published = publish(OWN);

    assertThat(published.status()).as(published.latestError()).isEqualTo(AttemptStatus.COMPLETED);
    assertThat(published.lake()).isEqualTo(own.lakeSettings().dataPath());
    assertThat(own.number(COUNT)).isEqualTo(1);
    assertThat(own.landedObjects()).hasSize(1);
    assertThat(environment.number(COUNT)).isEqualTo(before + 1);
    theLakeOfATableIsFound(published);

    Attempt refused = publish(TestLake.ORGANIZATION);
    assertThat(refused.status()).isEqualTo(AttemptStatus.FAILED);
    assertThat(refused.latestError()).contains("has no lake", "bin/lakeferry org map");

    lakes.map(TestLake.ORGANIZATION, "gone", Actor.commandLine());
    assertThat(publish(TestLake.ORGANIZATION).latestError()).contains("gone.properties");

    lakes.map(TestLake.ORGANIZATION, Settings.ENVIRONMENT_LAKE, Actor.commandLine());
    assertThat(publish(TestLake.ORGANIZATION).status()).isEqualTo(AttemptStatus.COMPLETED);
    assertThat(environment.number(COUNT)).isEqualTo(before + 2);
  }

  /** Who holds a table need not know where it lies. */
  private static void theLakeOfATableIsFound(Attempt published) {
    var table =
        own.ask(
                "SELECT table_name FROM duckdb_tables() WHERE database_name = 'ducklake'"
                    + " AND schema_name = 'insights_data_imports_team_1'",
                row -> row.getString(1))
            .get(0);
    Actions actions = new Actions(state(), environment.lakeSettings().dataPath());
    var name = new TableName("insights_data_imports_team_1", table);
    actions.hold(name, "to be looked at", Actor.commandLine());
    assertThat(new TableHolds(state(), published.lake()).find(name)).isPresent();
    assertThat(page("/table", Links.table(name.toString())))
        .contains(published.lake(), "On hold.", "/lake?lake=own");
    assertThat(page("/lake", "/lake?lake=own")).contains(published.lake(), table);
    assertThat(page("/lake", "/lake"))
        .contains(environment.lakeSettings().dataPath(), "/lake?lake=own");
    assertThatThrownBy(() -> page("/lake", "/lake?lake=none")).isInstanceOf(Problem.class);
    actions.release(name, Actor.commandLine());
  }

  private static String page(String path, String uri) {
    Map<String, String> headers = Map.of("Cookie", "lakeferry-csrf=" + "c".repeat(43));
    return scene.service().service().endpoints().stream()
        .filter(endpoint -> endpoint.path().equals(path))
        .findFirst()
        .orElseThrow()
        .handler()
        .answer(WebRequest.of("GET", uri, headers, new byte[0], "127.0.0.1"))
        .text();
  }
}
