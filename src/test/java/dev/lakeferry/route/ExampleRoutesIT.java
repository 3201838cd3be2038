package dev.lakeferry.route;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.job.AttemptStatus;
import dev.lakeferry.testing.RoutesDirectory;
import dev.lakeferry.testing.Scene;
import dev.lakeferry.testing.Submission;
import dev.lakeferry.testing.TestLake;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The routes under examples/routes bring completions in, beside the shipped ones. */
class ExampleRoutesIT {
  private static final Path EXAMPLES =
      Path.of(System.getProperty("lakeferry.home", "."), "examples", "routes");
  private static final String POSTHOG =
      """
      CREATE TABLE posthog_team (id bigint, uuid uuid, organization_id uuid);
      CREATE TABLE posthog_externaldatasource (id uuid, source_type text, prefix text);
      CREATE TABLE posthog_datawarehousetable (id uuid, queryable_folder text);
      CREATE TABLE posthog_externaldataschema (id uuid, name text, table_id uuid, deleted boolean);
      CREATE TABLE posthog_externaldatajob (
        id uuid, team_id bigint, pipeline_id uuid, schema_id uuid, status text,
        finished_at timestamptz);
      """;

  @TempDir private static Path temporary;
  private static TestLake lake;
  private static Scene scene;
  private static String posthog;
  private static int port;

  @BeforeAll
  static void begin() throws Exception {
    lake = new TestLake();
    var postgres = lake.stack().postgres();
    String database = lake.catalogSettings().database() + "_posthog";
    postgres.createDatabase(database);
    posthog = "jdbc:postgresql://%s:%d/%s".formatted(postgres.host(), postgres.port(), database);
    try (Connection connection = posthog()) {
      connection.createStatement().execute(POSTHOG);
    }
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    System.setProperty("camel.server.enabled", "true");
    System.setProperty("camel.server.host", "127.0.0.1");
    System.setProperty("camel.server.port", Integer.toString(port));
    RoutesDirectory routes = RoutesDirectory.at(temporary.resolve("routes"));
    example(
        routes,
        "completions-from-files.camel.yaml",
        Map.of("{{completions.directory:completions}}", temporary.resolve("in").toString()));
    example(
        routes,
        "completions-from-webhook.camel.yaml",
        Map.of("{{env:COMPLETIONS_TOKEN}}", "told-by-the-test"));
    example(
        routes,
        "completions-from-posthog.camel.yaml",
        Map.of(
            "{{env:POSTHOG_DATABASE_URL}}",
            posthog,
            "{{env:POSTHOG_DATABASE_USER}}",
            postgres.user(),
            "{{env:POSTHOG_DATABASE_PASSWORD}}",
            postgres.password(),
            "{{completions.period:30000}}",
            "200"));
    assertThat(new OfflineRoutes(Map.of()).check(routes.path())).isEmpty();
    scene = Scene.on(lake, Map.of("LAKEFERRY_ROUTES_DIRECTORY", routes.path().toString()));
    // A caller over HTTP is told at once while the inbox is not there yet.
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> scene.get("/observe/health/ready").statusCode() == 200);
  }

  private static void example(RoutesDirectory routes, String name, Map<String, String> values)
      throws Exception {
    String text = Files.readString(EXAMPLES.resolve(name));
    for (var value : values.entrySet()) {
      assertThat(text).contains(value.getKey());
      text = text.replace(value.getKey(), value.getValue());
    }
    routes.write(name, text);
  }

  private static Connection posthog() throws Exception {
    var postgres = lake.stack().postgres();
    return DriverManager.getConnection(posthog, postgres.user(), postgres.password());
  }

  @AfterAll
  static void end() {
    scene.close();
    lake.close();
    System.clearProperty("camel.server.enabled");
    System.clearProperty("camel.server.host");
    System.clearProperty("camel.server.port");
  }

  private static CompletedImport prepared() {
    CompletedImport completion = Submission.fresh().completed();
    scene.prepare(completion, "part-0.parquet", "SELECT range AS id FROM range(7)");
    return completion;
  }

  private static String json(CompletedImport completion) throws Exception {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("team_id", completion.teamId());
    fields.put("organization_id", completion.organizationId());
    fields.put("source_type", completion.sourceType());
    fields.put("prefix", completion.prefix());
    fields.put("source_schema_id", completion.sourceSchemaId());
    fields.put("name", completion.name());
    fields.put("job_id", completion.jobId());
    fields.put("folder_path", completion.folderPath());
    fields.put("prepared_folder", completion.preparedFolder());
    fields.put("expected_rows", 7);
    return new ObjectMapper().writeValueAsString(fields);
  }

  private static void published(String jobId, String table) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .ignoreExceptions()
        .until(() -> scene.runs("job_id = ?", jobId), runs -> runs.size() == 1);
    assertThat(scene.service().ended(scene.runs("job_id = ?", jobId).get(0)).status())
        .isEqualTo(AttemptStatus.COMPLETED);
    assertThat(scene.table(table).rows()).startsWith("7 rows");
  }

  @Test
  void aFileIsTakenAndOneThatCannotBeIsPutAside() throws Exception {
    Path in = temporary.resolve("in");
    CompletedImport completion = prepared();
    Files.createDirectories(in);
    Files.writeString(temporary.resolve("whole"), json(completion));
    Files.move(temporary.resolve("whole"), in.resolve("one.json"), StandardCopyOption.ATOMIC_MOVE);
    Files.writeString(in.resolve("odd.json"), "{\"team_id\": 1}");

    published(completion.jobId(), "stripe_prod_" + completion.name());
    Awaitility.await().until(() -> Files.exists(in.resolve("done/one.json")));
    Awaitility.await().until(() -> Files.exists(in.resolve("failed/odd.json")));
  }

  @Test
  void aRequestIsTakenIfItHasTheToken() throws Exception {
    CompletedImport completion = prepared();

    assertThat(post("told-by-nobody", json(completion))).isEqualTo(401);
    assertThat(post("told-by-the-test", "{\"team_id\": 1}")).isEqualTo(500);
    assertThat(post("told-by-the-test", json(completion))).isEqualTo(202);
    published(completion.jobId(), "stripe_prod_" + completion.name());
  }

  private static int post(String token, String body) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/completions/imports"))
                .header("Authorization", "Bearer " + token)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build(),
            HttpResponse.BodyHandlers.ofString())
        .statusCode();
  }

  @Test
  void aJobThatEndedInAnotherDatabaseIsTakenOnce() throws Exception {
    CompletedImport completion = prepared();
    UUID job = UUID.randomUUID();
    UUID source = UUID.randomUUID();
    UUID table = UUID.randomUUID();
    UUID schema = UUID.fromString(completion.sourceSchemaId());
    try (Connection connection = posthog()) {
      insert(
          connection,
          "INSERT INTO posthog_team VALUES (?, NULL, ?)",
          completion.teamId(),
          UUID.fromString(completion.organizationId()));
      insert(
          connection,
          "INSERT INTO posthog_externaldatasource VALUES (?, ?, ?)",
          source,
          completion.sourceType(),
          completion.prefix());
      insert(
          connection,
          "INSERT INTO posthog_datawarehousetable VALUES (?, ?)",
          table,
          completion.preparedFolder());
      insert(
          connection,
          "INSERT INTO posthog_externaldataschema VALUES (?, ?, ?, false)",
          schema,
          completion.name(),
          table);
      insert(
          connection,
          "INSERT INTO posthog_externaldatajob VALUES (?, ?, ?, ?, 'Completed', now())",
          job,
          completion.teamId(),
          source,
          schema);
    }

    published(job.toString(), "stripe_prod_" + completion.name());
    long polls = exchanges();
    Awaitility.await().until(() -> exchanges() > polls + 2);
    assertThat(scene.runs("subject_id = ?", schema.toString())).hasSize(1);
  }

  private static long exchanges() {
    return scene.service().service().routes().routes().stream()
        .filter(line -> line.id().equals("completions-from-posthog"))
        .findFirst()
        .orElseThrow()
        .exchanges();
  }

  private static void insert(Connection connection, String sql, Object... values) throws Exception {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      statement.executeUpdate();
    }
  }
}
