package dev.lakeferry.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.objects.StoreCredentials;
import dev.lakeferry.settings.LakeSettings;
import dev.lakeferry.testing.SharedStack;
import dev.lakeferry.testing.TestLake;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.sync.RequestBody;

/** Law 13: one lake, one identity. Law 15: inlining is off for everyone. */
class LakeIdentityIT {
  @TempDir Path home;
  private static TestLake lake;

  @BeforeAll
  static void make() {
    lake = new TestLake();
  }

  @AfterAll
  static void close() {
    lake.close();
  }

  private LakeInit init(String dataPath, String metadataSchema) {
    LakeSettings ours = lake.lakeSettings();
    return new LakeInit(
        lake.engineSettings(),
        lake.catalogSettings(),
        new LakeSettings(ours.bucket(), dataPath, metadataSchema, ours.s3()),
        lake.sourceSettings(),
        lake.objects());
  }

  private ForeignDuckDb attached() throws SQLException {
    var duckdb = new ForeignDuckDb(home);
    duckdb.paste(new AttachText(lake.catalogSettings(), lake.lakeSettings(), true).plain());
    return duckdb;
  }

  private String ours() {
    return lake.lakeSettings().dataPath();
  }

  @Test
  void makingItAgainChangesNothing() {
    long snapshot = lake.catalog().newestSnapshot();
    var objects = lake.landedObjects();
    List<String> steps = lake.init().run(false);
    assertThat(steps).isNotEmpty().allMatch(step -> step.endsWith(": there"));
    assertThat(lake.landedObjects()).isEqualTo(objects);
    assertThat(lake.catalog().newestSnapshot()).isEqualTo(snapshot);
  }

  @Test
  void whoAttachesWithoutTheSchemaIsToldWhereTheCatalogIs() throws Exception {
    String text = new AttachText(lake.catalogSettings(), lake.lakeSettings(), true).plain();
    String careless = text.replace(", METADATA_SCHEMA 'ducklake_meta'", "");
    assertThat(careless).isNotEqualTo(text);
    try (var duckdb = new ForeignDuckDb(home)) {
      assertThatThrownBy(() -> duckdb.paste(careless))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining(
              "the catalog is in schema ducklake_meta, attach with METADATA_SCHEMA"
                  + " 'ducklake_meta'");
    }
    try (Connection connection = CatalogConnections.open(lake.catalogSettings(), "test");
        Statement statement = connection.createStatement();
        var row =
            statement.executeQuery("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")) {
      row.next();
      assertThat(row.getLong(1)).as("only the guard stands in public").isEqualTo(1);
    }
  }

  @Test
  void theDataPathIsSetOnce() {
    assertThatThrownBy(() -> init(ours() + "other/", "ducklake_meta").run(false))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContaining("keeps it for ever")
        .hasMessageContaining("DUCKLAKE_DATA_PATH");
  }

  @Test
  void aSecondCatalogOverTheSameOrAnEnclosedDataPathIsRefused() {
    for (String dataPath : List.of(ours(), ours() + "inside/")) {
      assertThatThrownBy(() -> init(dataPath, "second").run(false))
          .isInstanceOf(FinalFailure.class)
          .hasMessageContaining("overlaps")
          .hasMessageContaining("DUCKLAKE_METADATA_SCHEMA=ducklake_meta");
    }
  }

  @Test
  void theGuardIsNotTakenForALake() {
    String elsewhere = "elsewhere-" + lake.lakeSettings().bucket();
    lake.objects().createBucket(elsewhere);
    LakeInit init =
        new LakeInit(
            lake.engineSettings(),
            lake.catalogSettings(),
            new LakeSettings(
                elsewhere, "s3://" + elsewhere + "/", "public", lake.lakeSettings().s3()),
            lake.sourceSettings(),
            lake.objects());
    assertThatThrownBy(() -> init.run(false))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContaining("holds the guard")
        .hasMessageContaining("ducklake_meta");
  }

  @Test
  void aDataPathThatHoldsForeignParquetFilesIsRefused() {
    String bucket = "foreign-" + lake.lakeSettings().bucket();
    lake.objects().createBucket(bucket);
    lake.s3().putObject(r -> r.bucket(bucket).key("lake/a/x.PARQUET"), RequestBody.fromString("x"));
    var stack = SharedStack.get();
    var catalog = stack.postgres().settings(lake.catalogSettings().database() + "_foreign");
    LakeInit init =
        new LakeInit(
            lake.engineSettings(),
            catalog,
            new LakeSettings(
                bucket, "s3://" + bucket + "/lake/", "ducklake_meta", lake.lakeSettings().s3()),
            lake.sourceSettings(),
            lake.objects());
    assertThatThrownBy(() -> init.run(false))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContaining("lake/a/x.PARQUET")
        .hasMessageContaining("DUCKLAKE_DATA_PATH");
  }

  @Test
  void aRowThatAnotherClientInsertsBecomesAFileAndNotAnInlinedRow() throws Exception {
    try (ForeignDuckDb duckdb = attached()) {
      duckdb.run("CREATE SCHEMA ducklake.shop");
      duckdb.run("CREATE TABLE ducklake.shop.orders (n INTEGER)");
      duckdb.run("INSERT INTO ducklake.shop.orders VALUES (1)");
      assertThat(
              duckdb.rows(
                  "SELECT count(*) FROM ducklake_list_files('ducklake', 'orders', schema =>"
                      + " 'shop')"))
          .containsExactly("1");
    }
    assertThat(lake.landedObjects().keySet()).anyMatch(key -> key.startsWith("shop/orders/"));
    assertThat(lake.number("SELECT n FROM ducklake.shop.orders")).isEqualTo(1);
  }

  @Test
  void aServiceWithAWrongSchemaStopsInsteadOfMakingAnEmptyLake() throws Exception {
    LakeSettings ours = lake.lakeSettings();
    var wrong = new LakeSettings(ours.bucket(), ours.dataPath(), "nowhere", ours.s3());
    try (var service =
        new EmbeddedLake(
            lake.engineSettings(), lake.catalogSettings(), wrong, lake.sourceSettings())) {
      assertThatThrownBy(() -> service.open("test")).isInstanceOf(RuntimeException.class);
    }
    try (Connection connection = CatalogConnections.open(lake.catalogSettings(), "test")) {
      assertThat(KnownCatalog.all(connection))
          .extracting(KnownCatalog::schema)
          .containsExactlyInAnyOrder("public", "ducklake_meta");
    }
  }

  @Test
  void credentialsShowInNoListOfTheEngine() {
    String password = "PASSWORD=" + lake.catalogSettings().password().reveal();
    try (LakeSession session = lake.lake().open("test")) {
      String lists =
          session.query("SELECT CAST(d AS VARCHAR) FROM duckdb_databases() d", r -> r.getString(1))
              + session
                  .query("SELECT CAST(s AS VARCHAR) FROM duckdb_secrets() s", r -> r.getString(1))
                  .toString();
      assertThat(lists)
          .contains("lakeferry_objects", "lakeferry_catalog")
          .doesNotContainIgnoringCase(password)
          .doesNotContain(lake.lakeSettings().s3().secretKey().orElseThrow().reveal());
    }
  }

  @Test
  void credentialsShowInNoErrorOfTheEngine() throws Exception {
    LakeSettings ours = lake.lakeSettings();
    var unreachable =
        new dev.lakeferry.settings.DatabaseSettings(
            lake.catalogSettings().host(),
            1,
            "ducklake",
            "insights",
            new dev.lakeferry.settings.Secret("hunter2'; DROP"),
            "disable",
            java.util.Optional.empty());
    try (var service =
        new EmbeddedLake(lake.engineSettings(), unreachable, ours, lake.sourceSettings())) {
      assertThatThrownBy(() -> service.open("test"))
          .hasMessageNotContaining("hunter2")
          .satisfies(
              thrown -> {
                for (Throwable one = thrown; one != null; one = one.getCause()) {
                  assertThat(String.valueOf(one.getMessage())).doesNotContain("hunter2");
                }
              });
    }
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:")) {
      // No extension is loaded: DuckDB refuses the secret, and would echo it.
      var secrets =
          new Secrets(unreachable, ours, lake.sourceSettings(), StoreCredentials.shared());
      assertThatThrownBy(() -> secrets.create(connection, "test", java.util.Optional.empty()))
          .isInstanceOf(FinalFailure.class)
          .hasMessageNotContaining("hunter2")
          .hasMessageNotContaining(ours.s3().secretKey().orElseThrow().reveal())
          .hasNoCause();
    }
  }
}
