package dev.lakeferry.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.job.Attempt;
import dev.lakeferry.job.AttemptStatus;
import dev.lakeferry.job.CommitLock;
import dev.lakeferry.job.HeldLock;
import dev.lakeferry.job.SessionName;
import dev.lakeferry.state.Rows;
import dev.lakeferry.testing.ApiClient;
import dev.lakeferry.testing.ApiClient.Answer;
import dev.lakeferry.testing.Scene;
import dev.lakeferry.testing.Submission;
import dev.lakeferry.testing.TestLake;
import dev.lakeferry.web.Access;
import dev.lakeferry.web.Endpoint;
import dev.lakeferry.web.User;
import dev.lakeferry.web.UsersFile;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The API of a real service, over real HTTP; each answer is held against its description. */
class ApiIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static TestLake lake;
  private static Scene scene;
  private static ApiClient api;

  @BeforeAll
  static void start() throws Exception {
    lake = new TestLake();
    Path users = Files.createTempDirectory("users").resolve("users");
    UsersFile file = new UsersFile(users);
    file.put(User.of("rita", Set.of(Access.READ), "read-secret".toCharArray()));
    file.put(User.of("adam", Set.of(Access.ACT), "act-secret".toCharArray()));
    file.put(User.of("iris", Set.of(Access.INTAKE), "intake-secret".toCharArray()));
    scene = Scene.on(lake, Map.of("LAKEFERRY_HTTP_USERS", users.toString()));
    // Migrated and the routes up, once a first completion was taken.
    CompletedImport first = prepared(Submission.fresh());
    assertThat(scene.run(first).status()).isEqualTo(AttemptStatus.COMPLETED);
    api = new ApiClient(scene.service().service().httpAddress().orElseThrow());
  }

  @AfterAll
  static void end() {
    scene.close();
    lake.close();
  }

  private static CompletedImport prepared(Submission submission) {
    CompletedImport completion = submission.completed();
    scene.prepare(completion, "part-0.parquet", "SELECT range AS id FROM range(10)");
    return completion;
  }

  private static String json(CompletedImport completion) {
    ObjectNode body = JSON.createObjectNode();
    body.put("team_id", completion.teamId());
    body.put("organization_id", completion.organizationId());
    body.put("source_type", completion.sourceType());
    body.put("prefix", completion.prefix());
    body.put("source_schema_id", completion.sourceSchemaId());
    body.put("name", completion.name());
    body.put("job_id", completion.jobId());
    body.put("folder_path", completion.folderPath());
    body.put("prepared_folder", completion.preparedFolder());
    body.put("finished_at", completion.finishedAt().toString());
    return body.toString();
  }

  private static String registration(Answer submitted) {
    return submitted.body().path("runs").get(0).path("id").asText();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static Answer act(String run, String action) {
    return api.post("/api/runs/" + encoded(run) + "/" + action);
  }

  private static <T> T run(String run, String column, Class<T> type) {
    return Rows.value(
        scene.service().state(), type, "SELECT " + column + " FROM workflow_run WHERE id = ?", run);
  }

  private static void awaitRun(String run, String column, String value) {
    Awaitility.await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> value.equals(run(run, column, String.class)));
  }

  private static String table(Attempt attempt) {
    return Rows.value(
        scene.service().state(),
        String.class,
        "SELECT target_schema || '/' || target_table FROM managed_warehouse_source_job WHERE id = ?",
        attempt.id());
  }

  @Test
  void theDescriptionNamesEachEndpointAndNoOther() {
    JsonNode paths = api.description().path("paths");
    Set<String> described = new TreeSet<>();
    paths
        .fields()
        .forEachRemaining(
            path ->
                path.getValue()
                    .fields()
                    .forEachRemaining(
                        operation ->
                            described.add(
                                operation.getKey().toUpperCase(Locale.ROOT)
                                    + " "
                                    + path.getKey()
                                    + " "
                                    + operation.getValue().path("x-access").asText()
                                    + " "
                                    + inPath(operation.getValue()))));
    Set<String> served = new TreeSet<>();
    for (Endpoint endpoint : scene.service().service().endpoints()) {
      if (endpoint.path().startsWith("/api/") || endpoint.path().equals("/openapi.json")) {
        served.add(
            endpoint.method()
                + " "
                + endpoint.path()
                + " "
                + endpoint.access().name().toLowerCase(Locale.ROOT)
                + " "
                + braces(endpoint.path()));
      }
    }

    assertThat(described).isEqualTo(served).hasSizeGreaterThan(8);
    assertThat(api.description().path("openapi").asText()).startsWith("3.1");
  }

  @Test
  void anAnswerThatIsOtherThanDescribedWouldBeFound() throws Exception {
    String json = "application/json";
    JsonNode empty = JSON.readTree("{\"holds\": []}");
    api.check("GET", "/api/holds", 200, json, empty);

    assertThatThrownBy(() -> api.check("GET", "/api/holds", 202, json, empty))
        .hasMessageContaining("is not described");
    assertThatThrownBy(() -> api.check("GET", "/api/holds", 200, "text/plain", empty))
        .isInstanceOf(AssertionError.class);
    for (String odd : List.of("{}", "{\"holds\": [{}]}", "{\"holds\": [], \"more\": 1}")) {
      assertThatThrownBy(() -> api.check("GET", "/api/holds", 200, json, JSON.readTree(odd)))
          .as(odd)
          .isInstanceOf(AssertionError.class);
    }
  }

  private static Set<String> inPath(JsonNode operation) {
    Set<String> names = new TreeSet<>();
    operation
        .path("parameters")
        .forEach(
            parameter -> {
              if (parameter.path("in").asText().equals("path")) {
                names.add(parameter.path("name").asText());
              }
            });
    return names;
  }

  private static Set<String> braces(String path) {
    Set<String> names = new TreeSet<>();
    var braces = Pattern.compile("\\{([^}]+)}").matcher(path);
    while (braces.find()) {
      names.add(braces.group(1));
    }
    return names;
  }

  @Test
  void anImportThatIsAnnouncedBecomesTheRunsThatTheAnswerNames() {
    CompletedImport completion = prepared(Submission.fresh());

    Answer answer = api.post("/api/completions/imports", json(completion));

    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.body().path("runs")).hasSize(2);
    String run = registration(answer);
    awaitRun(run, "outcome", "completed");
    Answer again = api.post("/api/completions/imports", json(completion));
    assertThat(again.status()).isEqualTo(202);
    assertThat(registration(again)).isEqualTo(run);
    assertThat(again.body().path("runs").get(0).path("state").asText()).isEqualTo("completed");
    assertThat(scene.runs("job_id = ?", completion.jobId())).containsExactly(run);
  }

  @Test
  void aLaterGenerationOfAJobIsNamedByItsToken() {
    Submission submission = Submission.fresh();
    CompletedImport first = prepared(submission);
    String run = registration(api.post("/api/completions/imports", json(first)));
    awaitRun(run, "outcome", "completed");
    CompletedImport second =
        prepared(
            submission
                .with("prepared_folder", "later__query_1764489999_0a1b2c3d")
                .with("finished_at", "2026-01-09T00:00:00Z"));

    Answer answer = api.post("/api/completions/imports", json(second));

    assertThat(registration(answer)).isEqualTo(run + "-1764489999_0a1b2c3d");
    awaitRun(registration(answer), "outcome", "completed");
  }

  @Test
  void theSameCompletionTwiceAtOnceBecomesTheSameRuns() {
    String body = json(prepared(Submission.fresh()));
    List<CompletableFuture<Answer>> both = new ArrayList<>();
    for (int caller = 0; caller < 6; caller++) {
      both.add(CompletableFuture.supplyAsync(() -> api.post("/api/completions/imports", body)));
    }

    List<Answer> answers = both.stream().map(CompletableFuture::join).toList();

    assertThat(answers).extracting(Answer::status).containsOnly(202);
    assertThat(answers).extracting(ApiIT::registration).containsOnly(registration(answers.get(0)));
    awaitRun(registration(answers.get(0)), "outcome", "completed");
  }

  @Test
  void aModelThatIsAnnouncedBecomesTheRunThatTheAnswerNames() {
    Answer answer =
        api.post(
            "/api/completions/materializations",
            """
            {"team_id": 1, "saved_query_id": "query-7", "model_label": "revenue",
             "job_id": "job/with slashes", "table_uri": "s3://data-warehouse/none", "delta_version": 3}
            """);

    assertThat(answer.status()).isEqualTo(202);
    String run = registration(answer);
    assertThat(run).isEqualTo("ducklake-copy-data-modeling-1-query-7-job/with slashes");
    awaitRun(run, "outcome", "skipped");
    assertThat(act(run, "retry").status()).isEqualTo(200);
  }

  @Test
  void eachFieldThatIsWrongIsTold() {
    Answer answer =
        api.post(
            "/api/completions/imports",
            """
            {"team_id": 0, "source_schema_id": "", "finished_at": "yesterday", "expected_rows": -1}
            """);

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.body().path("errors").fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder(
            "team_id", "source_schema_id", "job_id", "finished_at", "expected_rows");
    assertThat(
            api.post("/api/completions/imports", "{\"team_id\": 1, \"jobid\": \"x\"}")
                .body()
                .path("errors")
                .path("jobid")
                .asText())
        .contains("job_id");
  }

  @Test
  void oddBodiesAreRefusedAndNothingIsStored() {
    long before = inbox();
    for (String body :
        List.of(
            "",
            "null",
            "[]",
            "1",
            "{",
            "{} {}",
            "{\"team_id\": 1, \"team_id\": 2}",
            "nonsense",
            "[".repeat(5_000))) {
      assertThat(api.post("/api/completions/imports", body).status()).as(body).isEqualTo(400);
    }
    byte[] notUtf8 = {'{', '"', (byte) 0xff, '"', ':', '1', '}'};
    assertThat(
            api.send(
                    api.to("/api/completions/imports")
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofByteArray(notUtf8)))
                .status())
        .isEqualTo(400);
    for (String field : List.of("1e999", "9223372036854775808", "1.5", "\"1\"", "true", "{}")) {
      assertThat(
              api.post(
                      "/api/completions/imports",
                      "{\"team_id\": %s, \"source_schema_id\": \"a\", \"job_id\": \"b\"}"
                          .formatted(field))
                  .status())
          .as(field)
          .isEqualTo(422);
    }
    assertThat(
            api.post(
                    "/api/completions/imports",
                    "{\"team_id\": 1, \"source_schema_id\": \"a\\u0000\", \"job_id\": \"b\"}")
                .status())
        .isEqualTo(422);
    assertThat(
            api.send(
                    api.to("/api/completions/imports")
                        .header("Content-Type", "application/xml")
                        .POST(HttpRequest.BodyPublishers.ofString("<a/>")))
                .status())
        .isEqualTo(415);
    assertThat(inbox()).isEqualTo(before);
  }

  private static long inbox() {
    return Rows.value(
        scene.service().state(),
        Long.class,
        "SELECT count(*) FROM completed_import WHERE source_schema_id LIKE 'a%'");
  }

  @Test
  void aRunThatIsNotThereOrCompletedIsToldSo() {
    assertThat(act("nothing", "retry").status()).isEqualTo(404);
    assertThat(act("nothing", "cancel").status()).isEqualTo(404);
    Attempt completed = scene.run(prepared(Submission.fresh()));
    assertThat(act(completed.runId(), "retry").status()).isEqualTo(409);
    assertThat(act(completed.runId(), "cancel").status()).isEqualTo(409);
    assertThat(api.post("/api/runs/x/retry?accept_schema=perhaps").status()).isEqualTo(422);
    assertThat(api.post("/api/runs/x/retry", "{\"accept\": true}").status()).isEqualTo(422);
  }

  @Test
  void aRunThatFailedIsRetriedWithWhatTheOperatorAccepts() {
    CompletedImport completion = Submission.fresh().completed();
    Attempt failed = scene.run(completion);
    assertThat(failed.status()).isEqualTo(AttemptStatus.FAILED);
    scene.prepare(completion, "part-0.parquet", "SELECT range AS id FROM range(10)");

    Answer answer =
        api.post("/api/runs/" + encoded(failed.runId()) + "/retry", "{\"accept_schema\": true}");

    assertThat(answer.status()).isEqualTo(200);
    awaitRun(failed.runId(), "outcome", "completed");
    assertThat(run(failed.runId(), "accept_schema", Boolean.class)).isTrue();
    JsonNode entry =
        api.get("/api/audit?action=retry&subject=" + encoded(failed.runId()))
            .body()
            .path("entries")
            .get(0);
    assertThat(entry.path("who").asText()).isEqualTo("local");
    assertThat(entry.path("from").asText()).isEqualTo("127.0.0.1");
    assertThat(entry.path("detail").path("accept_schema").asBoolean()).isTrue();
  }

  @Test
  void aRunningRunIsCancelledWithItsStatementAndEndsFailed() throws Exception {
    CompletedImport completion = prepared(Submission.fresh());
    CountDownLatch working = new CountDownLatch(1);
    String slow =
        "SELECT count(*) FROM range(100000000) a, range(1000000) b WHERE a.range + b.range = -1";
    try (Scene.Hook hook =
        scene.before(
            "publish",
            "publish-under-lock",
            exchange -> {
              Passage passage = Passage.of(exchange);
              if (passage.run().jobId().equals(completion.jobId())) {
                try (var session = lake.lake().open("slow")) {
                  passage.watch().stoppedBy(session::stop);
                  working.countDown();
                  session.number(slow);
                }
              }
            })) {
      String run = scene.runOf(scene.service().submit(completion));
      assertThat(working.await(60, TimeUnit.SECONDS)).isTrue();

      Answer answer = act(run, "cancel");

      assertThat(answer.status()).isEqualTo(202);
      assertThat(answer.body().path("result").asText()).isEqualTo("stopping");
      Attempt ended = scene.service().ended(run);
      assertThat(ended.status()).isEqualTo(AttemptStatus.FAILED);
      assertThat(ended.latestError()).startsWith("Cancelled by local (127.0.0.1)");
      assertThat(ended.kept()).contains("The live table");
      assertThat(run(run, "outcome", String.class)).isEqualTo("failed");
      assertThat(hook).isNotNull();
    }
  }

  @Test
  void aTableOnHoldStaysAsItIsAndItsRunsWaitOrAreCancelled() {
    Submission submission = Submission.fresh();
    Attempt first = scene.run(prepared(submission));
    String table = table(first);
    String name = table.substring(table.indexOf('/') + 1);
    Scene.TableState before = scene.table(name);
    String path = "/api/tables/" + table;

    assertThat(api.post(path + "/hold").status()).isEqualTo(422);
    assertThat(api.post(path + "/hold", "{\"reason\": \"a\\u0000b\"}").status()).isEqualTo(422);
    assertThat(api.post(path + "/hold", "{\"reason\": \"looks wrong\"}").status()).isEqualTo(200);
    assertThat(api.post(path + "/hold", "{\"reason\": \"again\"}").status()).isEqualTo(409);
    assertThat(api.get("/api/holds").body().path("holds").findValuesAsText("table"))
        .contains(table.replace('/', '.'));

    CompletedImport newer = submission.newer("newer__query_1767744000_0a1b2c3d").completed();
    scene.prepare(newer, "part-0.parquet", "SELECT range AS id FROM range(77)");
    String waiting = scene.runOf(scene.service().submit(newer));
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> run(waiting, "waiting_reason", String.class) != null);
    assertThat(run(waiting, "waiting_reason", String.class)).contains("looks wrong");
    assertThat(run(waiting, "state", String.class)).isEqualTo("due");
    assertThat(scene.table(name)).isEqualTo(before);

    CompletedImport newest = submission.newer("newest__query_1767830400_0a1b2c3d").completed();
    String cancelled = scene.runOf(scene.service().submit(newest));
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> run(cancelled, "waiting_reason", String.class) != null);
    assertThat(act(cancelled, "cancel").body().path("result").asText()).isEqualTo("cancelled");
    assertThat(run(cancelled, "outcome", String.class)).isEqualTo("failed");

    Answer released = api.post(path + "/release");
    assertThat(released.status()).isEqualTo(200);
    assertThat(released.body().path("runs_due").asInt()).isEqualTo(1);
    awaitRun(waiting, "outcome", "completed");
    assertThat(scene.table(name).rows()).startsWith("77 rows");
    assertThat(api.post(path + "/release").status()).isEqualTo(409);
    assertThat(api.post("/api/tables/no/table/hold", "{\"reason\": \"x\"}").status())
        .isEqualTo(404);
  }

  @Test
  void aHoldThatComesLastBeforeCommitIsKept() {
    Submission submission = Submission.fresh();
    Attempt first = scene.run(prepared(submission));
    String table = table(first);
    String name = table.substring(table.indexOf('/') + 1);
    Scene.TableState before = scene.table(name);
    CompletedImport newer = submission.newer("newer__query_1767744000_0a1b2c3d").completed();
    scene.prepare(newer, "part-0.parquet", "SELECT range AS id FROM range(55)");
    String run;
    try (HeldLock turn =
        new CommitLock(scene.service().state())
            .lock(lake.lakeSettings().dataPath(), SessionName.of(first), PATIENCE)) {
      run = scene.runOf(scene.service().submit(newer));
      scene.service().stageOf(run, "swap");
      assertThat(api.post("/api/tables/" + table + "/hold", "{\"reason\": \"stop\"}").status())
          .isEqualTo(200);
      assertThat(turn).isNotNull();
    }

    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> run(run, "waiting_reason", String.class) != null);
    assertThat(scene.table(name)).isEqualTo(before);
    assertThat(api.post("/api/tables/" + table + "/release").status()).isEqualTo(200);
    awaitRun(run, "outcome", "completed");
    assertThat(scene.table(name).rows()).startsWith("55 rows");
  }

  @Test
  void theAuditIsReadPageByPage() {
    Attempt run = scene.run(prepared(Submission.fresh()));
    String table = "/api/tables/" + table(run);
    for (int turn = 0; turn < 3; turn++) {
      api.post(table + "/hold", "{\"reason\": \"turn %d\"}".formatted(turn));
      api.post(table + "/release");
    }
    String subject = "subject=" + encoded(table(run).replace('/', '.'));
    List<String> seen = new ArrayList<>();
    String cursor = "";
    do {
      Answer page = api.get("/api/audit?limit=2&" + subject + cursor);
      page.body().path("entries").forEach(entry -> seen.add(entry.path("action").asText()));
      cursor =
          page.body().path("next").isNull() ? "" : "&cursor=" + page.body().path("next").asText();
    } while (!cursor.isEmpty());

    assertThat(seen).containsExactly("release", "hold", "release", "hold", "release", "hold");
    for (String bad :
        List.of(
            "limit=0",
            "limit=501",
            "limit=x",
            "cursor=-1",
            "cursor=a",
            "who=%00",
            "subject=a%00b")) {
      assertThat(api.get("/api/audit?" + bad).status()).as(bad).isEqualTo(400);
    }
  }

  @Test
  void fromElsewhereEachMayWhatTheirRoleAllows() {
    String completion = json(prepared(Submission.fresh()));
    Map<String, List<Integer>> expected = new HashMap<>();
    expected.put("", List.of(401, 401, 401));
    expected.put("rita:read-secret", List.of(200, 403, 403));
    expected.put("adam:act-secret", List.of(200, 404, 403));
    expected.put("iris:intake-secret", List.of(403, 403, 202));
    expected.put("adam:wrong", List.of(401, 401, 401));

    expected.forEach(
        (login, statuses) ->
            assertThat(
                    List.of(
                        elsewhere(api.to("/api/audit"), login),
                        elsewhere(
                            api.to("/api/runs/nothing/cancel")
                                .POST(HttpRequest.BodyPublishers.noBody()),
                            login),
                        elsewhere(api.json("/api/completions/imports", completion), login)))
                .as(login)
                .isEqualTo(statuses));
    assertThat(api.get("/api/audit?who=iris&action=submit").body().path("entries")).hasSize(1);
  }

  private static int elsewhere(HttpRequest.Builder request, String login) {
    request.header("X-Forwarded-For", "203.0.113.7");
    if (!login.isEmpty()) {
      request.header(
          "Authorization",
          "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8)));
    }
    return api.send(request).status();
  }

  @Test
  void aFormOfAForeignPageDoesNothing() {
    Answer foreign =
        api.send(
            api.to("/api/runs/nothing/cancel")
                .header("Origin", "https://evil.example.com")
                .POST(HttpRequest.BodyPublishers.noBody()));
    Answer withoutToken =
        api.send(
            api.to("/api/runs/nothing/cancel")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString("a=b")));

    assertThat(foreign.status()).isEqualTo(403);
    assertThat(foreign.body().path("title").asText()).isEqualTo("Foreign page");
    assertThat(withoutToken.status()).isEqualTo(403);
    assertThat(withoutToken.body().path("title").asText()).isEqualTo("Form refused");
  }
}
