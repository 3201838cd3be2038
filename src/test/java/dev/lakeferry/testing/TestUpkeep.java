package dev.lakeferry.testing;

import dev.lakeferry.job.ErrorText;
import dev.lakeferry.lake.CatalogConnections;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.settings.DatabaseSettings;
import dev.lakeferry.settings.S3Settings;
import dev.lakeferry.settings.Settings;
import dev.lakeferry.state.StateDatabase;
import dev.lakeferry.upkeep.Step;
import dev.lakeferry.upkeep.Upkeep;
import dev.lakeferry.upkeep.UpkeepEntry;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Jdbi;
import software.amazon.awssdk.core.sync.RequestBody;

/** A lake with a state database beside it, and its upkeep, without routes. */
public final class TestUpkeep implements AutoCloseable {
  public static final String SCHEMA = "insights_data_imports_team_1";

  private final TestLake lake;
  private final StateDatabase state;
  private final Map<String, String> environment;
  private final Jdbi catalog;

  /** On a lake of its own. */
  public TestUpkeep(Map<String, String> more) {
    this(new TestLake(), more);
  }

  /** On a lake, which is closed with it; the state database is always of the shared PostgreSQL. */
  public TestUpkeep(TestLake lake, Map<String, String> more) {
    this.lake = lake;
    String database = "upkeep_state_" + UUID.randomUUID().toString().replace("-", "");
    SharedStack.get().postgres().createDatabase(database);
    environment = environment(lake, SharedStack.get().postgres().settings(database));
    environment.putAll(more);
    state = StateDatabase.open(settings().state(), 4);
    state.migrate();
    catalog =
        Jdbi.create(
            () -> {
              Connection connection = CatalogConnections.open(lake.catalogSettings(), "a test");
              try (Statement statement = connection.createStatement()) {
                statement.execute("SET search_path = " + lake.lakeSettings().metadataSchema());
              }
              return connection;
            });
    try (LakeSession session = lake.lake().open("test")) {
      session.execute("CREATE SCHEMA IF NOT EXISTS ducklake." + SCHEMA);
    }
  }

  private static Map<String, String> environment(TestLake lake, DatabaseSettings state) {
    DatabaseSettings catalog = lake.catalogSettings();
    S3Settings s3 = lake.lakeSettings().s3();
    Map<String, String> environment = new HashMap<>();
    environment.put("DUCKLAKE_RDS_HOST", catalog.host());
    environment.put("DUCKLAKE_RDS_PORT", Integer.toString(catalog.port()));
    environment.put("DUCKLAKE_RDS_DATABASE", catalog.database());
    environment.put("DUCKLAKE_RDS_USERNAME", catalog.username());
    environment.put("DUCKLAKE_RDS_PASSWORD", catalog.password().reveal());
    environment.put("DUCKLAKE_RDS_SSLMODE", "disable");
    environment.put("DUCKLAKE_METADATA_SCHEMA", lake.lakeSettings().metadataSchema());
    environment.put("LAKEFERRY_STATE_HOST", state.host());
    environment.put("LAKEFERRY_STATE_PORT", Integer.toString(state.port()));
    environment.put("LAKEFERRY_STATE_DATABASE", state.database());
    environment.put("LAKEFERRY_STATE_USERNAME", state.username());
    environment.put("LAKEFERRY_STATE_PASSWORD", state.password().reveal());
    environment.put("DUCKLAKE_BUCKET", lake.lakeSettings().bucket());
    environment.put("DUCKLAKE_S3_ENDPOINT", s3.endpoint().orElseThrow().toString());
    environment.put("DUCKLAKE_S3_ACCESS_KEY", s3.accessKey().orElseThrow());
    environment.put("DUCKLAKE_S3_SECRET_KEY", s3.secretKey().orElseThrow().reveal());
    environment.put("SOURCE_BUCKET_URL", lake.sourceSettings().url());
    environment.put(
        "LAKEFERRY_EXTENSION_DIRECTORY", TestLake.extensionDirectory().toAbsolutePath().toString());
    environment.put("LAKEFERRY_ENGINE_THREADS", "4");
    environment.put(
        "LAKEFERRY_ENGINE_TEMP_DIRECTORY",
        Path.of("target/duckdb-temp").toAbsolutePath().toString());
    return environment;
  }

  public TestLake lake() {
    return lake;
  }

  public StateDatabase state() {
    return state;
  }

  /** Settings with one variable more. */
  public Settings settings(String... variableAndValue) {
    Map<String, String> all = new HashMap<>(environment);
    for (int i = 0; i < variableAndValue.length; i += 2) {
      all.put(variableAndValue[i], variableAndValue[i + 1]);
    }
    return Settings.read(all, null);
  }

  /** Does some steps. */
  public List<UpkeepEntry> run(Settings settings, boolean dryRun, Step... steps) {
    return upkeep(settings).run(List.of(steps), dryRun);
  }

  /** Does some steps. */
  public List<UpkeepEntry> run(Step... steps) {
    return run(settings(), false, steps);
  }

  public Upkeep upkeep(Settings settings) {
    return new Upkeep(
        settings,
        state,
        lake::anotherEngine,
        lake.catalog(),
        lake.objects(),
        ErrorText.of(settings));
  }

  /** Asks the catalog's PostgreSQL itself. */
  public long catalogNumber(String sql, Object... parameters) {
    return catalog.withHandle(handle -> handle.select(sql, parameters).mapTo(Long.class).one());
  }

  /** Changes rows of the catalog, as time does. */
  public void catalogChange(String sql, Object... parameters) {
    catalog.useHandle(handle -> handle.execute(sql, parameters));
  }

  /** Makes the newest snapshot an hour old, the one before it two hours, and so on. */
  public void anHourBetweenSnapshots() {
    catalogChange(
        """
        UPDATE ducklake_snapshot s
        SET snapshot_time = now() - make_interval(hours => CAST(older.rank AS integer))
        FROM (
          SELECT snapshot_id, row_number() OVER (ORDER BY snapshot_id DESC) AS rank
          FROM ducklake_snapshot) older
        WHERE older.snapshot_id = s.snapshot_id
        """);
  }

  /** What is scheduled for deletion has waited for three days. */
  public void threeDaysPass() {
    catalogChange(
        "UPDATE ducklake_files_scheduled_for_deletion SET schedule_start = now() - interval '3"
            + " days'");
  }

  /** Makes a table ours. */
  public TableName bound(String name) {
    state
        .jdbi()
        .useHandle(
            handle ->
                handle.execute(
                    """
                    INSERT INTO table_binding (lake, table_schema, table_name, owner_kind, owner_id)
                    VALUES (?, ?, ?, 'source_schema', ?)
                    ON CONFLICT DO NOTHING
                    """,
                    lake.lakeSettings().dataPath(),
                    SCHEMA,
                    name,
                    TestLake.SCHEMA_ID));
    return new TableName(SCHEMA, name);
  }

  /** Puts an object into the lake's bucket and answers its URI. */
  public String put(String key, byte[] content) {
    lake.s3()
        .putObject(
            request -> request.bucket(lake.lakeSettings().bucket()).key(key),
            RequestBody.fromBytes(content));
    return "s3://" + lake.lakeSettings().bucket() + "/" + key;
  }

  /**
   * Swaps a generation in, as a publication does, by SQL alone.
   *
   * @param parquet its one file
   */
  public void swap(LakeSession session, TableName table, String job, byte[] parquet) {
    String prefix =
        "%s/%s/_imports/%s/%s/".formatted(table.schema(), table.table(), TestLake.SCHEMA_ID, job);
    String uri = put(prefix + "part-0.parquet", parquet);
    String shadow = table.table() + "__lf_" + job.replace('-', '_');
    session.execute("BEGIN");
    session.execute(
        "CALL ducklake_set_commit_message('ducklake', 'lakeferry', ?)",
        "run-" + job + " attempt 1");
    session.execute("CREATE TABLE ducklake.%s.%s (id BIGINT)".formatted(table.schema(), shadow));
    session.execute(
        "CALL ducklake_add_data_files('ducklake', ?, ?, schema => ?, hive_partitioning => false)",
        shadow,
        uri,
        table.schema());
    session.execute("DROP TABLE IF EXISTS ducklake.%s.%s".formatted(table.schema(), table.table()));
    session.execute(
        "ALTER TABLE ducklake.%s.%s RENAME TO %s".formatted(table.schema(), shadow, table.table()));
    session.execute("COMMIT");
  }

  /** A table of so many files that DuckLake wrote, of ten rows each. */
  public TableName written(String name, int files) {
    TableName table = bound(name);
    try (LakeSession session = lake.lake().open("test")) {
      session.execute("CREATE TABLE ducklake.%s.%s (id BIGINT)".formatted(SCHEMA, name));
      for (int i = 0; i < files; i++) {
        session.execute(
            "INSERT INTO ducklake.%s.%s SELECT range FROM range(%d, %d)"
                .formatted(SCHEMA, name, i * 10, i * 10 + 10));
      }
    }
    return table;
  }

  /** How many live files a table has. */
  public long files(TableName table) {
    return lake.catalog().liveTable(lake.catalog().tableId(table).orElseThrow()).files().size();
  }

  /** Rows of a table, counted by a DuckDB of its own that decodes them. */
  public String rows(TableName table) {
    return lake.ask(
            "SELECT count(id) || ' rows, sum ' || coalesce(sum(id), 0) FROM ducklake.%s.%s"
                .formatted(table.schema(), table.table()),
            row -> row.getString(1))
        .get(0);
  }

  @Override
  public void close() {
    state.close();
    lake.close();
  }
}
