package dev.lakeferry.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

class EmbeddedStackIT {
  private static EmbeddedStack stack;
  private static SampleEngine engine;

  @BeforeAll
  static void start() throws SQLException {
    stack = EmbeddedStack.start(Optional.empty());
    stack.s3().createBucket("lake");
    engine = SampleEngine.open(stack.s3().settings(), TestExtensions.directory());
  }

  @AfterAll
  static void close() throws SQLException {
    stack.close();
    engine.close();
  }

  @Test
  void duckdbReadsRangesOfTheFilesThatItWrote() throws SQLException {
    engine.execute(
        """
        COPY (SELECT id, hash(id) AS noise, id % 7 AS d FROM range(400_000) AS t(id))
        TO 's3://lake/ranges' (FORMAT parquet, PARTITION_BY (d), ROW_GROUP_SIZE 10_000)
        """);
    assertThat(engine.number("SELECT count(*) FROM glob('s3://lake/ranges/**')")).isEqualTo(7);
    assertThat(
            engine.text(
                """
                SELECT concat_ws(' ', count(*), count(DISTINCT noise), sum(d))
                FROM read_parquet('s3://lake/ranges/**')
                WHERE d = 3 AND id < 70_000
                """))
        .isEqualTo("10000 10000 30000");
  }

  @Test
  void duckdbUploadsLargeFilesInParts() throws SQLException {
    // Parts are a ten-thousandth of it.
    engine.execute("SET s3_uploader_max_filesize = '60GB'");
    engine.execute(
        """
        COPY (SELECT id, hash(id) AS noise, md5(id::VARCHAR) AS text FROM range(300_000) AS t(id))
        TO 's3://lake/large.parquet' (FORMAT parquet, COMPRESSION uncompressed)
        """);
    try (S3Client client = EmbeddedS3IT.client(stack.s3(), stack.s3().secretKey())) {
      assertThat(client.headObject(head -> head.bucket("lake").key("large.parquet")).eTag())
          .matches("\"[0-9a-f]{32}-[2-9]\"");
    }
    assertThat(engine.number("SELECT count(text) FROM 's3://lake/large.parquet'"))
        .isEqualTo(300_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"space here", "a+b", "a&b", "it's", "é", "%2F", "50%", "Zürich%2FWest"})
  void duckdbAndTheSdkAgreeAboutKeys(String name) throws SQLException {
    String prefix = "agree/k=" + name + "/";
    String url = SampleEngine.literal("s3://lake/" + prefix + "part-0.parquet");
    engine.execute("COPY (SELECT 42 AS answer) TO " + url + " (FORMAT parquet)");
    try (S3Client client = EmbeddedS3IT.client(stack.s3(), stack.s3().secretKey())) {
      List<String> keys =
          client.listObjectsV2(list -> list.bucket("lake").prefix(prefix)).contents().stream()
              .map(S3Object::key)
              .toList();
      assertThat(keys).containsExactly(prefix + "part-0.parquet");
    }
    assertThat(engine.number("SELECT answer FROM read_parquet(" + url + ")")).isEqualTo(42);
  }

  @Test
  void strangersAreRefused() throws Exception {
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(stack.s3().endpoint().resolve("/lake")).build(),
                HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(403);
  }

  @Test
  void dataAreKeptInOneDirectory(@TempDir Path directory) throws SQLException {
    try (EmbeddedStack first = EmbeddedStack.start(Optional.of(directory))) {
      first.s3().createBucket("lake");
      first.postgres().createDatabase("mine");
    }
    try (EmbeddedStack next = EmbeddedStack.start(Optional.of(directory));
        Connection connection =
            DriverManager.getConnection(
                next.postgres().jdbcUrl("mine"),
                next.postgres().user(),
                next.postgres().password())) {
      assertThat(connection.isValid(5)).isTrue();
      assertThat(directory.resolve("objects").resolve("lake")).isDirectory();
    }
  }

  @Test
  void whereOnePartDoesNotStartTheOtherIsClosed(@TempDir Path directory) throws Exception {
    Files.writeString(directory.resolve("objects"), "not a directory");
    assertThatThrownBy(() -> EmbeddedStack.start(Optional.of(directory)))
        .hasMessageContaining("objects");
    assertThat(directory.resolve("postgres").resolve("postmaster.pid")).doesNotExist();
  }
}
