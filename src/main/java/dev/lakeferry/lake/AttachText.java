package dev.lakeferry.lake;

import dev.lakeferry.settings.DatabaseSettings;
import dev.lakeferry.settings.LakeSettings;
import dev.lakeferry.settings.S3Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The statements with which a user's own DuckDB reads the lake, ready to paste into its shell.
 *
 * <p>Every value comes from the settings and is quoted for where it stands: as an SQL text, and
 * within one as a value of libpq.
 */
public final class AttachText {
  private static final String ALIAS = "ducklake";
  private static final String DEFAULT_SSL_MODE = "prefer";
  private static final int DEFAULT_PORT = 5432;

  private final DatabaseSettings catalog;
  private final LakeSettings lake;
  private final boolean showPasswords;

  /**
   * Takes where the lake is.
   *
   * @param showPasswords whether credentials are told; otherwise the variable that holds each
   *     stands in its place
   */
  public AttachText(DatabaseSettings catalog, LakeSettings lake, boolean showPasswords) {
    this.catalog = catalog;
    this.lake = lake;
    this.showPasswords = showPasswords;
  }

  /** For one session: nothing is kept, and the password shows in {@code duckdb_databases()}. */
  public String plain() {
    return """
    -- One session. The catalog's password shows in duckdb_databases(); the other form hides it.
    INSTALL ducklake;
    LOAD ducklake;
    %s
    ATTACH %s
      AS %s (DATA_PATH %s%s);

    -- List the tables, then read one of them
    SELECT table_schema, table_name
    FROM information_schema.tables
    WHERE table_catalog = '%s';
    """
        .formatted(
            String.join("\n", objectSettings()),
            Quote.text("ducklake:postgres:" + connection()),
            ALIAS,
            Quote.text(lake.dataPath()),
            isPublic() ? "" : ", METADATA_SCHEMA " + Quote.text(lake.metadataSchema()),
            ALIAS);
  }

  /**
   * With secrets that DuckDB keeps in a file of the user's home directory, so that later sessions
   * need only the ATTACH.
   */
  public String secrets() {
    return """
    -- Once: DuckDB keeps the three secrets, unencrypted, in ~/.duckdb/stored_secrets.
    INSTALL ducklake;
    LOAD ducklake;
    INSTALL postgres;
    LOAD postgres;
    INSTALL httpfs;
    LOAD httpfs;
    %s%s
    CREATE OR REPLACE PERSISTENT SECRET lake_catalog (
      %s);
    CREATE OR REPLACE PERSISTENT SECRET my_ducklake (
      TYPE ducklake,
      METADATA_PATH '',
      DATA_PATH %s,
      METADATA_SCHEMA %s,
      METADATA_PARAMETERS MAP {'TYPE': 'postgres', 'SECRET': 'lake_catalog', 'SCHEMA': %s});
    FROM duckdb_secrets();

    -- In every session. METADATA_CATALOG makes the catalog's own tables visible.
    LOAD ducklake;
    ATTACH 'ducklake:my_ducklake'
      AS %s (METADATA_SCHEMA %s, METADATA_CATALOG 'ducklake_metadata', CREATE_IF_NOT_EXISTS false);
    USE %s;
    SHOW ALL TABLES;

    -- To remove the secrets again:
    --   DROP PERSISTENT SECRET my_ducklake;
    --   DROP PERSISTENT SECRET lake_catalog;
    --   DROP PERSISTENT SECRET lake_objects;
    """
        .formatted(
            hasKeys() ? "" : "INSTALL aws;\nLOAD aws;\n",
            objectSecret(true),
            String.join(",\n  ", catalogParameters()),
            Quote.text(lake.dataPath()),
            Quote.text(lake.metadataSchema()),
            Quote.text(lake.metadataSchema()),
            ALIAS,
            Quote.text(lake.metadataSchema()),
            ALIAS);
  }

  private List<String> objectSettings() {
    S3Settings s3 = lake.s3();
    if (!hasKeys()) {
      return List.of("INSTALL aws;", "LOAD aws;", objectSecret(false));
    }
    List<String> lines = new ArrayList<>();
    s3.endpoint()
        .ifPresent(
            endpoint -> {
              lines.add(set("s3_endpoint", Quote.text(Secrets.hostAndPort(endpoint))));
              lines.add(set("s3_use_ssl", Secrets.isTls(endpoint)));
            });
    if (s3.endpoint().isEmpty() || !s3.region().equals("us-east-1")) {
      lines.add(set("s3_region", Quote.text(s3.region())));
    }
    lines.add(set("s3_access_key_id", Quote.text(accessKey())));
    lines.add(set("s3_secret_access_key", Quote.text(secretKey())));
    if (s3.pathStyle()) {
      lines.add(set("s3_url_style", "'path'"));
    }
    return lines;
  }

  private static String set(String name, Object value) {
    return "SET %s=%s;".formatted(name, value);
  }

  private String objectSecret(boolean persistent) {
    S3Settings s3 = lake.s3();
    List<String> parameters = new ArrayList<>();
    parameters.add("TYPE s3");
    if (hasKeys()) {
      parameters.add("KEY_ID " + Quote.text(accessKey()));
      parameters.add("SECRET " + Quote.text(secretKey()));
    } else {
      parameters.add("PROVIDER credential_chain");
    }
    parameters.add("REGION " + Quote.text(s3.region()));
    s3.endpoint()
        .ifPresent(
            endpoint -> {
              parameters.add("ENDPOINT " + Quote.text(Secrets.hostAndPort(endpoint)));
              parameters.add("USE_SSL " + Secrets.isTls(endpoint));
            });
    if (s3.pathStyle()) {
      parameters.add("URL_STYLE 'path'");
    }
    parameters.add("SCOPE " + Quote.text(lake.dataPath()));
    return "CREATE OR REPLACE %sSECRET lake_objects (\n  %s);"
        .formatted(persistent ? "PERSISTENT " : "", String.join(",\n  ", parameters));
  }

  private List<String> catalogParameters() {
    List<String> parameters = new ArrayList<>();
    parameters.add("TYPE postgres");
    parameters.add("HOST " + Quote.text(catalog.host()));
    parameters.add("PORT " + catalog.port());
    parameters.add("DATABASE " + Quote.text(catalog.database()));
    parameters.add("USER " + Quote.text(catalog.username()));
    parameters.add("PASSWORD " + Quote.text(password()));
    if (!catalog.sslMode().equals(DEFAULT_SSL_MODE)) {
      parameters.add("SSLMODE " + Quote.text(catalog.sslMode()));
    }
    catalog
        .rootCertificate()
        .ifPresent(file -> parameters.add("SSLROOTCERT " + Quote.text(file.toString())));
    return parameters;
  }

  private String connection() {
    List<String> words = new ArrayList<>();
    words.add("dbname=" + libpq(catalog.database()));
    words.add("host=" + libpq(catalog.host()));
    if (catalog.port() != DEFAULT_PORT) {
      words.add("port=" + catalog.port());
    }
    words.add("user=" + libpq(catalog.username()));
    words.add("password=" + libpq(password()));
    if (!catalog.sslMode().equals(DEFAULT_SSL_MODE)) {
      words.add("sslmode=" + catalog.sslMode());
    }
    catalog.rootCertificate().ifPresent(file -> words.add("sslrootcert=" + libpq(file.toString())));
    return String.join(" ", words);
  }

  /** A value of a connection string; spaces, quotes and backslashes need quotes around them. */
  private static String libpq(String value) {
    boolean plain = !value.isEmpty() && value.chars().noneMatch(c -> " \t'\\".indexOf(c) >= 0);
    return plain ? value : "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }

  private boolean isPublic() {
    return lake.metadataSchema().equals("public");
  }

  private boolean hasKeys() {
    return lake.s3().accessKey().isPresent();
  }

  private String password() {
    return told(Optional.of(catalog.password().reveal()), "DUCKLAKE_RDS_PASSWORD");
  }

  private String accessKey() {
    return told(lake.s3().accessKey(), "DUCKLAKE_S3_ACCESS_KEY");
  }

  private String secretKey() {
    return told(lake.s3().secretKey().map(secret -> secret.reveal()), "DUCKLAKE_S3_SECRET_KEY");
  }

  private String told(Optional<String> secret, String variable) {
    return showPasswords ? secret.orElseThrow() : "<" + variable + ">";
  }
}
