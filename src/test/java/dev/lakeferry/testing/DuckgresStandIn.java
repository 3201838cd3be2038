package dev.lakeferry.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lakeferry.lake.DuckgresLake;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.lake.Quote;
import dev.lakeferry.settings.DatabaseSettings;
import dev.lakeferry.settings.DuckgresSettings;
import dev.lakeferry.settings.S3Settings;
import dev.lakeferry.settings.Secret;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/**
 * Stands in for a Duckgres server where there is none: PostgreSQL's protocol over TLS before a
 * DuckDB of its own process ({@code src/test/python/duckgres_stand_in.py}). Where pip cannot bring
 * its packages, tests that need it are skipped, and say so.
 */
public final class DuckgresStandIn implements AutoCloseable {
  private static final Path PACKAGES = Path.of("target/stand-in-packages").toAbsolutePath();
  private static final String PASSWORD = "it's a \"secret\"";

  private final Process process;
  private final int port;
  private final TestCertificate certificate;

  private DuckgresStandIn(Process process, int port, TestCertificate certificate) {
    this.process = process;
    this.port = port;
    this.certificate = certificate;
  }

  /** Starts one that has a lake attached. */
  public static DuckgresStandIn on(TestLake lake) {
    return start(
        List.of(
            "LOAD httpfs",
            "LOAD postgres_scanner",
            "LOAD ducklake",
            s3(lake.lakeSettings().s3()),
            catalog(lake.catalogSettings()),
            "ATTACH 'ducklake:postgres:' AS ducklake (DATA_PATH %s, DATA_INLINING_ROW_LIMIT 0, META_SECRET 'catalog')"
                .formatted(Quote.text(lake.lakeSettings().dataPath())),
            "SET ducklake_max_retry_count = 100",
            "USE ducklake"));
  }

  /** Starts one without any lake. */
  public static DuckgresStandIn without() {
    return start(List.of("LOAD httpfs"));
  }

  private static DuckgresStandIn start(List<String> statements) {
    try {
      PythonPackages.provide("src/test/python/stand-in.txt", PACKAGES, "--no-deps");
    } catch (IllegalStateException | UncheckedIOException e) {
      Assumptions.abort("The stand-in for Duckgres needs Python with pip: " + e.getMessage());
    }
    try {
      TestCertificate certificate =
          TestCertificate.make(
              Files.createTempDirectory("lakeferry-stand-in"), "dns:localhost,ip:127.0.0.1");
      ProcessBuilder builder =
          new ProcessBuilder("python3", "src/test/python/duckgres_stand_in.py")
              .redirectError(ProcessBuilder.Redirect.INHERIT);
      builder.environment().put("PYTHONPATH", PACKAGES.toString());
      Process process = builder.start();
      Writer in = process.outputWriter(StandardCharsets.UTF_8);
      in.write(settings(statements, certificate) + "\n");
      in.flush();
      String port =
          new BufferedReader(
                  new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))
              .readLine();
      return new DuckgresStandIn(process, Integer.parseInt(port), certificate);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String settings(List<String> statements, TestCertificate certificate)
      throws JsonProcessingException {
    return new ObjectMapper()
        .writeValueAsString(
            Map.of(
                "extensions",
                TestLake.extensionDirectory().toAbsolutePath().toString(),
                "statements",
                statements,
                "user",
                "insights",
                "password",
                PASSWORD,
                "certificate",
                certificate.certificate().toString(),
                "key",
                certificate.key().toString()));
  }

  private static String catalog(DatabaseSettings catalog) {
    return "CREATE SECRET catalog (TYPE postgres, HOST %s, PORT %d, DATABASE %s, USER %s, PASSWORD %s)"
        .formatted(
            Quote.text(catalog.host()),
            catalog.port(),
            Quote.text(catalog.database()),
            Quote.text(catalog.username()),
            Quote.text(catalog.password().reveal()));
  }

  private static String s3(S3Settings s3) {
    URI endpoint = s3.endpoint().orElseThrow();
    return "CREATE SECRET ducklake_s3 (TYPE s3, KEY_ID %s, SECRET %s, ENDPOINT %s, USE_SSL false, URL_STYLE 'path')"
        .formatted(
            Quote.text(s3.accessKey().orElseThrow()),
            Quote.text(s3.secretKey().orElseThrow().reveal()),
            Quote.text(endpoint.getHost() + ":" + endpoint.getPort()));
  }

  /** How the service reaches it, trusting its certificate. */
  public DuckgresSettings settings() {
    return settings(PASSWORD);
  }

  /** The same with another password. */
  public DuckgresSettings settings(String password) {
    return settings(password, port);
  }

  private DuckgresSettings settings(String password, int at) {
    return new DuckgresSettings(
        "localhost",
        at,
        "ducklake",
        "insights",
        new Secret(password),
        "verify-full",
        Optional.of(certificate.certificate()),
        false,
        Optional.empty(),
        Optional.empty());
  }

  /** An engine that reaches the lake by it. */
  public Lake engine(TestLake lake) {
    return engine(lake, port);
  }

  /** The same through a link to it. */
  public Lake engine(TestLake lake, Link link) {
    return engine(lake, link.port());
  }

  /** A way to it. */
  public Link link() {
    return new Link("localhost", port);
  }

  private Lake engine(TestLake lake, int at) {
    return new DuckgresLake(
        settings(PASSWORD, at), lake.catalogSettings(), lake.lakeSettings(), lake.sourceSettings());
  }

  @Override
  public void close() {
    process.destroy();
  }
}
