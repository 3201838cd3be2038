package dev.lakeferry.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

class SampleDataIT {
  private static EmbeddedS3 s3;
  private static SampleEngine engine;
  private static List<SampleCompletion> all;
  private static List<SampleCompletion> sample;

  @BeforeAll
  static void generate() throws SQLException {
    s3 = EmbeddedS3.start(Optional.empty());
    s3.createBucket("source");
    all = sample("first").generate();
    sample =
        all.stream()
            .filter(completion -> completion.announcement().deltaVersion() == null)
            .toList();
    engine = SampleEngine.open(s3.settings(), TestExtensions.directory());
  }

  @AfterAll
  static void close() throws SQLException {
    s3.close();
    engine.close();
  }

  @Test
  void everyFolderHoldsTheDeclaredRowsAndFiles() throws SQLException {
    for (SampleCompletion completion : sample) {
      assertThat(
              engine.text(
                  "SELECT concat_ws(' ', count(*), count(DISTINCT filename), count(DISTINCT id))"
                      + " FROM read_parquet('%s', filename = true)".formatted(glob(completion))))
          .isEqualTo("%1$d %2$d %1$d".formatted(completion.rows(), completion.files()));
    }
  }

  @Test
  void deltaTablesHoldTheDeclaredRowsAtTheirVersions() throws SQLException {
    engine.execute("LOAD delta");
    for (SampleCompletion completion : all) {
      Long version = completion.announcement().deltaVersion();
      if (version != null) {
        assertThat(
                engine.number(
                    "SELECT count(*) FROM delta_scan('s3://source/first/%s', version => %d)"
                        .formatted(completion.announcement().place(), version)))
            .as(completion.why())
            .isEqualTo(completion.rows());
      }
    }
    assertThat(
            engine.text(
                """
                SELECT string_agg(country || ' ' || n, ', ' ORDER BY country)
                FROM (
                  SELECT coalesce(country, 'NULL') AS country, count(*) AS n
                  FROM delta_scan('s3://source/first/%s')
                  GROUP BY ALL
                )
                """
                    .formatted(all.get(4).announcement().place())))
        .isEqualTo("BR 2300, CH 1500, DE 1900, NULL 2700");
  }

  @Test
  void filesDifferInSize() throws SQLException {
    assertThat(
            engine.number(
                """
                SELECT count(DISTINCT num_rows)
                FROM parquet_file_metadata('%s')
                """
                    .formatted(glob(sample.get(0)))))
        .isGreaterThan(10);
  }

  @Test
  void regionsAreReadDecodedAndOneIsNull() throws SQLException {
    assertThat(
            engine.text(
                """
                SELECT string_agg(region || ' ' || days, ', ' ORDER BY region)
                FROM (
                  SELECT coalesce(region, 'NULL') AS region, count(DISTINCT created_day) AS days
                  FROM read_parquet('%s', hive_partitioning = true)
                  GROUP BY ALL
                )
                """
                    .formatted(glob(sample.get(1)))))
        .isEqualTo("Berlin 6, NULL 6, New York 6, São Paulo 6, Zürich/West 6");
  }

  @Test
  void columnsAreNestedNullableAndOfTheTypesThatStripeHas() throws SQLException {
    assertThat(
            engine.text(
                """
                SELECT string_agg(column_name || ' ' || column_type, ', ')
                FROM (DESCRIBE FROM read_parquet('%s', hive_partitioning = false))
                """
                    .formatted(glob(sample.get(0)))))
        .contains(
            "amount_due DECIMAL(12,2)",
            "created TIMESTAMP WITH TIME ZONE",
            "address STRUCT(city VARCHAR, postal_code VARCHAR)",
            "metadata MAP(VARCHAR, VARCHAR)",
            "lines STRUCT(sku VARCHAR, quantity INTEGER)[]");
    assertThat(
            engine.number(
                "SELECT count(*) FROM read_parquet('%s') WHERE email IS NULL"
                    .formatted(glob(sample.get(0)))))
        .isPositive();
  }

  @Test
  void theSecondGenerationHasOtherRows() throws SQLException {
    assertThat(
            engine.number(
                """
                SELECT count(*)
                FROM read_parquet('%s') AS older
                JOIN read_parquet('%s') AS newer USING (id)
                WHERE older.amount_due <> newer.amount_due
                """
                    .formatted(glob(sample.get(0)), glob(sample.get(4)))))
        .isGreaterThan(100_000);
  }

  @Test
  void everyRunWritesTheSameBytes() {
    assertThat(sample("second").generate()).isEqualTo(all);
    assertThat(etags("second")).hasSizeGreaterThan(90).isEqualTo(etags("first"));
  }

  @Test
  void aMissingBucketIsNamed() {
    assertThatThrownBy(
            () ->
                new SampleData(s3.settings(), "nowhere", "", TestExtensions.directory()).generate())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("s3://nowhere/");
  }

  private static SampleData sample(String prefix) {
    return new SampleData(s3.settings(), "source", prefix, TestExtensions.directory());
  }

  private static String glob(SampleCompletion completion) {
    return "s3://source/first/%s/**".formatted(completion.announcement().place());
  }

  private static Map<String, String> etags(String prefix) {
    try (S3Client client = EmbeddedS3IT.client(s3, s3.secretKey())) {
      return client
          .listObjectsV2Paginator(list -> list.bucket("source").prefix(prefix + "/"))
          .contents()
          .stream()
          .collect(
              Collectors.toMap(object -> object.key().substring(prefix.length()), S3Object::eTag));
    }
  }
}
