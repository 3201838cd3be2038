package dev.lakeferry.check;

import dev.lakeferry.settings.Settings;
import dev.lakeferry.state.StateDatabase;
import dev.lakeferry.testing.TestLake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A whole and good set-up, of which a test breaks one part. */
final class Setup implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final TestLake lake = new TestLake();
  private final Map<String, String> environment = new HashMap<>();
  private Clock clock = Clock.systemUTC();
  private Surroundings.Space space = directory -> 100L << 30;
  private Duration limit = LIMIT;

  Setup() throws IOException {
    var postgres = lake.stack().postgres();
    var s3 = lake.stack().s3();
    String state = lake.catalogSettings().database() + "_checked";
    postgres.createDatabase(state);
    set("DUCKLAKE_RDS_HOST", postgres.host());
    set("DUCKLAKE_RDS_PORT", Integer.toString(postgres.port()));
    set("DUCKLAKE_RDS_DATABASE", lake.catalogSettings().database());
    set("DUCKLAKE_RDS_USERNAME", postgres.user());
    set("DUCKLAKE_RDS_PASSWORD", postgres.password());
    // Left to its default, the state database would follow what a test breaks in the catalog.
    set("LAKEFERRY_STATE_HOST", postgres.host());
    set("LAKEFERRY_STATE_PORT", Integer.toString(postgres.port()));
    set("LAKEFERRY_STATE_PASSWORD", postgres.password());
    set("LAKEFERRY_STATE_DATABASE", state);
    set("DUCKLAKE_BUCKET", lake.lakeSettings().bucket());
    set("DUCKLAKE_S3_ENDPOINT", s3.endpoint().toString());
    set("SOURCE_BUCKET_ENDPOINT", s3.endpoint().toString());
    set("DUCKLAKE_S3_ACCESS_KEY", s3.accessKey());
    set("DUCKLAKE_S3_SECRET_KEY", s3.secretKey());
    set("SOURCE_BUCKET_URL", lake.sourceSettings().url());
    set("LAKEFERRY_EXTENSION_DIRECTORY", TestLake.extensionDirectory().toAbsolutePath().toString());
    set("LAKEFERRY_ENGINE_THREADS", "2");
    set("LAKEFERRY_FLAGS_FILE", flags("{\"flags\": {}}"));
    set("LAKEFERRY_PROFILE", "local");
    set("DUCKLAKE_METADATA_SCHEMA", lake.lakeSettings().metadataSchema());
    set("DUCKLAKE_RDS_SSLMODE", "disable");
    lake.put(lake.sourceSettings().prefix() + "team_1/a.parquet", new byte[] {1, 2, 3});
    try (StateDatabase database = StateDatabase.open(settings().state(), 2)) {
      database.migrate();
    }
  }

  static String flags(String text) throws IOException {
    Path file = Files.createTempFile("flags", ".json");
    Files.writeString(file, text);
    return file.toString();
  }

  TestLake lake() {
    return lake;
  }

  Setup set(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  Setup hostIsAhead(Duration by) {
    clock = Clock.offset(Clock.systemUTC(), by);
    return this;
  }

  Setup freeBytes(long bytes) {
    space = directory -> bytes;
    return this;
  }

  Setup limit(Duration each) {
    limit = each;
    return this;
  }

  Settings settings() {
    return Settings.read(environment, null);
  }

  /** Runs statements in the catalog's database as a superuser. */
  Setup asSuperuser(String... statements) throws SQLException {
    var postgres = lake.stack().postgres();
    try (Connection connection =
            DriverManager.getConnection(
                postgres.jdbcUrl(lake.catalogSettings().database()), "postgres", "postgres");
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
    return this;
  }

  Map<String, Line> look() {
    Map<String, Line> lines = new HashMap<>();
    List<Line> told =
        new Doctor(settings(), new Surroundings(clock, space, limit, Optional.empty()))
            .look(line -> {});
    told.forEach(line -> lines.put(line.check(), line));
    return lines;
  }

  @Override
  public void close() {
    lake.close();
  }
}
