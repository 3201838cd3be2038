package dev.lakeferry.lake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.demo.EmbeddedPostgres;
import dev.lakeferry.settings.DatabaseSettings;
import dev.lakeferry.settings.Secret;
import dev.lakeferry.testing.SharedStack;
import dev.lakeferry.testing.TestLake;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is printed is run as it stands, by a DuckDB that knows nothing of the service. */
class AttachTextIT {
  private static final String READ = "SELECT count(*), sum(n) FROM ducklake.shop.orders";

  @TempDir Path home;
  private TestLake lake;

  @BeforeEach
  void fillALake() {
    lake = new TestLake();
    try (LakeSession session = lake.lake().open("test")) {
      session.execute("CREATE SCHEMA ducklake.shop");
      session.execute("CREATE TABLE ducklake.shop.orders AS SELECT range AS n FROM range(100)");
    }
  }

  @AfterEach
  void close() {
    lake.close();
  }

  private AttachText text() {
    return new AttachText(lake.catalogSettings(), lake.lakeSettings(), true);
  }

  @Test
  void thePlainFormReadsTheLake() throws Exception {
    try (var duckdb = new ForeignDuckDb(home)) {
      duckdb.paste(text().plain());
      assertThat(duckdb.rows(READ)).containsExactly("100|4950");
    }
  }

  @Test
  void thePlainFormTakesAnyPassword() throws Exception {
    String role = "odd reader " + lake.catalogSettings().database();
    String password = "p'a \\ss\"%";
    try (Connection connection =
            DriverManager.getConnection(
                SharedStack.get().postgres().jdbcUrl("postgres"),
                EmbeddedPostgres.SUPERUSER,
                EmbeddedPostgres.SUPERUSER);
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE ROLE %s SUPERUSER LOGIN PASSWORD %s"
              .formatted(Quote.name(role), Quote.text(password)));
    }
    DatabaseSettings catalog = lake.catalogSettings();
    var odd =
        new DatabaseSettings(
            catalog.host(),
            catalog.port(),
            catalog.database(),
            role,
            new Secret(password),
            catalog.sslMode(),
            Optional.empty());
    var text = new AttachText(odd, lake.lakeSettings(), true);
    try (var duckdb = new ForeignDuckDb(home.resolve("plain"))) {
      duckdb.paste(text.plain());
      assertThat(duckdb.rows(READ)).containsExactly("100|4950");
    }
    try (var duckdb = new ForeignDuckDb(home.resolve("secrets"))) {
      duckdb.paste(text.secrets());
      assertThat(duckdb.rows(READ)).containsExactly("100|4950");
    }
  }

  @Test
  void theSecretsFormReadsTheLakeAndShowsTheCatalogsTables() throws Exception {
    try (var duckdb = new ForeignDuckDb(home)) {
      duckdb.paste(text().secrets());
      assertThat(duckdb.rows("SELECT count(*) FROM shop.orders")).containsExactly("100");
      assertThat(duckdb.rows("SHOW ALL TABLES").toString())
          .contains("ducklake_metadata|ducklake_meta|ducklake_snapshot", "ducklake|shop|orders");
      assertThat(duckdb.rows("SELECT name, persistent FROM duckdb_secrets() ORDER BY name"))
          .containsExactly("lake_catalog|true", "lake_objects|true", "my_ducklake|true");
      assertThat(duckdb.rows("FROM duckdb_databases()").toString())
          .doesNotContain(lake.catalogSettings().password().reveal());
    }
  }

  @Test
  void aLaterSessionNeedsOnlyTheAttachAndTheSecretsCanBeDropped() throws Exception {
    try (var duckdb = new ForeignDuckDb(home)) {
      duckdb.paste(text().secrets());
    }
    String text = text().secrets();
    String everySession = text.substring(text.indexOf("-- In every session"));
    String removal =
        Pattern.compile("(?m)^--\\s+(DROP .*)$")
            .matcher(text)
            .results()
            .map(line -> line.group(1))
            .collect(Collectors.joining("\n"));
    try (var duckdb = new ForeignDuckDb(home)) {
      duckdb.paste(everySession);
      assertThat(duckdb.rows(READ)).containsExactly("100|4950");
      duckdb.paste(removal);
    }
    try (var duckdb = new ForeignDuckDb(home)) {
      assertThat(duckdb.rows("SELECT name FROM duckdb_secrets()")).isEmpty();
    }
  }
}
