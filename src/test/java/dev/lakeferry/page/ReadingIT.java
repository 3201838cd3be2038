package dev.lakeferry.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.lakeferry.job.TableHolds;
import dev.lakeferry.ops.ApiDescription;
import dev.lakeferry.ops.WebProblems;
import dev.lakeferry.overview.Overviews;
import dev.lakeferry.overview.RunLists;
import dev.lakeferry.overview.RunReports;
import dev.lakeferry.overview.Seed;
import dev.lakeferry.settings.FreshnessTargets;
import dev.lakeferry.state.FreshState;
import dev.lakeferry.state.Rows;
import dev.lakeferry.state.StateDatabase;
import dev.lakeferry.web.Answers;
import dev.lakeferry.web.Endpoint;
import dev.lakeferry.web.WebRequest;
import dev.lakeferry.web.WebResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What programs read, held against the API's description. */
class ReadingIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Answers ANSWERS = new Answers((request, access) -> request, WebProblems::of);

  private static StateDatabase state;
  private static List<Endpoint> endpoints;
  private static JsonNode description;
  private static String failed;

  @BeforeAll
  static void seed() throws IOException {
    state = FreshState.open();
    Seed seed = new Seed(state);
    seed.schema(7, "0190a000-0000-7000-8000-0000000000a1", "src-1", "charges", 20);
    seed.ended(Seed.REGISTER, 7, "0190a000-0000-7000-8000-0000000000a1", "job-1", "completed", 400);
    failed =
        seed.ended(Seed.REGISTER, 7, "0190a000-0000-7000-8000-0000000000a1", "job-2", "failed", 15);
    seed.schema(8, "odd", null, null, null);
    seed.due(Seed.COPY, 8, "odd", "a/b", 90);
    seed.ended(Seed.MODEL, 8, "churn", "job-1", "stale", 12);
    Rows.change(
        state,
        """
        INSERT INTO verification_result (
          attempt_id, check_name, severity, passed, observed, expected, milliseconds)
        SELECT id, 'row_count', 'fail', false, '34000', '34567', 12
        FROM managed_warehouse_source_job
        WHERE run_id = ?
        """,
        failed);
    Rows.change(
        state,
        """
        UPDATE managed_warehouse_source_job
        SET stage_millis = '{"plan": 310, "land": 2150, "verify": 44}', objects_total = 12,
          objects_done = 12, bytes_done = 8901234
        WHERE run_id = ?
        """,
        failed);
    RunLists runs = new RunLists(state.jdbi());
    endpoints = new ArrayList<>();
    endpoints.addAll(
        new OverviewPages(
                new Overviews(
                    state.jdbi(), "lake", FreshnessTargets.parse("6h"), Duration.ofHours(1)),
                runs,
                new Standing(Optional::empty, () -> null))
            .endpoints());
    endpoints.addAll(
        new RunPages(runs, new RunReports(state.jdbi()), new TableHolds(state.jdbi(), "lake")::find)
            .endpoints());
    description =
        JSON.readTree(
            new ApiDescription(List.of("reading"))
                .endpoints()
                .get(0)
                .handler()
                .answer(WebRequest.get("/openapi.json"))
                .body());
  }

  @AfterAll
  static void close() {
    state.close();
  }

  /** Asks, and holds the answer against the description. */
  private static JsonNode get(String template, String uri, int status) throws IOException {
    Endpoint endpoint =
        endpoints.stream().filter(one -> one.path().equals(template)).findFirst().orElseThrow();
    WebResponse response = ANSWERS.answer(endpoint, WebRequest.get(uri));
    JsonNode body = JSON.readTree(response.body());
    assertThat(response.status()).as(response.text()).isEqualTo(status);
    JsonNode described =
        description
            .path("paths")
            .path(template)
            .path("get")
            .path("responses")
            .path(Integer.toString(status));
    assertThat(described.isMissingNode()).as(template + " " + status).isFalse();
    if (status == 200) {
      ObjectNode schema = described.at("/content/application~1json/schema").deepCopy();
      schema.set("components", description.get("components"));
      assertThat(
              JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                  .getSchema(schema)
                  .validate(body))
          .as(response.text())
          .isEmpty();
    }
    return body;
  }

  @Test
  void theOverviewIsAsDescribed() throws IOException {
    JsonNode overview = get("/api/overview", "/api/overview", 200);

    assertThat(overview.path("overall_readiness").asText()).isEqualTo("needs_attention");
    assertThat(overview.path("schemas")).hasSize(3);
    assertThat(overview.path("totals").path("states").path("waiting").asInt()).isEqualTo(2);
    assertThat(overview.path("schemas").path(0).path("freshness").path("state").asText())
        .isEqualTo("late");
    assertThat(overview.path("oldest_due").path("overdue").asBoolean()).isTrue();
  }

  @Test
  void aTeamIsAsDescribedAndAnUnknownOneIsNotThere() throws IOException {
    JsonNode team = get("/api/teams/{id}", "/api/teams/7", 200);

    assertThat(team.path("overview").path("listed").asInt()).isEqualTo(1);
    assertThat(team.path("runs")).hasSize(2);
    get("/api/teams/{id}", "/api/teams/99", 404);
    get("/api/teams/{id}", "/api/teams/x", 404);
  }

  @Test
  void runsAreFilteredAndPaged() throws IOException {
    JsonNode first = get("/api/runs", "/api/runs?limit=3", 200);
    JsonNode second =
        get("/api/runs", "/api/runs?limit=3&cursor=" + first.path("next_cursor").asText(), 200);

    assertThat(first.path("runs")).hasSize(3);
    assertThat(second.path("runs")).hasSize(1);
    assertThat(second.path("next_cursor").isNull()).isTrue();
    assertThat(get("/api/runs", "/api/runs?state=failed", 200).path("runs")).hasSize(1);
    assertThat(get("/api/runs", "/api/runs?team=8&state=due", 200).path("runs")).hasSize(1);
    assertThat(get("/api/runs", "/api/runs?workflow=" + Seed.MODEL, 200).path("runs")).hasSize(1);
    assertThat(
            get(
                    "/api/runs",
                    "/api/runs?table=insights_data_imports_team_7.stripe_prod_0190a000-0000-7000-8000-0000000000a1",
                    200)
                .path("runs"))
        .hasSize(2);
  }

  @Test
  void aRunHasAttemptsStagesAndVerificationResults() throws IOException {
    JsonNode run = get("/api/runs/{id}", "/api/runs/" + failed, 200);

    JsonNode attempt = run.path("attempts").path(0);
    assertThat(attempt.path("stages"))
        .extracting(stage -> stage.path("name").asText())
        .containsExactly("plan", "land", "verify");
    assertThat(attempt.path("verification").path(0).path("check_name").asText())
        .isEqualTo("row_count");
    assertThat(attempt.path("progress").path("percent").asInt()).isEqualTo(100);
    assertThat(run.path("advice").asText()).contains("retry");
    get("/api/runs/{id}", "/api/runs/none", 404);
  }

  @Test
  void aRunWhoseIdHoldsASlashIsReadByParameter() throws IOException {
    JsonNode run = get("/api/run", "/api/run?id=ducklake-copy-data-imports-8-odd-a%2Fb", 200);

    assertThat(run.path("state").asText()).isEqualTo("due");
    assertThat(run.path("attempts")).isEmpty();
    get("/api/run", "/api/run", 400);
  }

  @Test
  void whatIsWrongInAParameterIsNamed() throws IOException {
    for (String query :
        List.of("team=x", "state=odd", "alert=odd", "page=0", "page_size=501", "q=%00")) {
      assertThat(get("/api/overview", "/api/overview?" + query, 400).path("detail").asText())
          .contains("The parameter " + query.substring(0, query.indexOf('=')));
    }
    for (String query :
        List.of("state=up_to_date", "table=x", "limit=0", "team=9223372036854775808")) {
      get("/api/runs", "/api/runs?" + query, 400);
    }
    assertThat(get("/api/runs", "/api/runs?cursor=odd", 400).path("detail").asText())
        .contains("cursor");
  }
}
