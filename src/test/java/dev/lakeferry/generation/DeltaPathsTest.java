package dev.lakeferry.generation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.failure.FinalFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeltaPathsTest {
  private final DeltaPaths paths = new DeltaPaths(new DeltaPlace("bucket", "models/t/"));

  @ParameterizedTest
  @CsvSource({
    "p=a%2520b/x.parquet, s3://bucket/models/t/p=a%20b/x.parquet",
    "p=%C3%A9/a+b%3F.parquet, s3://bucket/models/t/p=é/a+b?.parquet",
    "p=10:30/x.parquet, s3://bucket/models/t/p=10:30/x.parquet",
    "s3://other/u/p=a%20b/x.parquet, s3://other/u/p=a b/x.parquet",
    "s3a://other/x.parquet, s3://other/x.parquet",
  })
  void aPathIsDecodedOnceAndResolved(String path, String uri) {
    assertThat(paths.uri(path)).isEqualTo(uri);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"abfss://c@a/t/x.parquet", "file:/tmp/x.parquet", "/tmp/x.parquet", "s3://bucket"})
  void whatLiesInNoBucketIsRefused(String path) {
    assertThatThrownBy(() -> paths.uri(path))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContaining(path)
        .hasMessageContaining("lies in no S3 bucket");
  }

  @ParameterizedTest
  @ValueSource(strings = {"../u/x.parquet", "a/%2E%2E/x.parquet", "s3://other/a/../x.parquet"})
  void whatClimbsIsRefused(String path) {
    assertThatThrownBy(() -> paths.uri(path))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContaining("climbs");
  }

  @Test
  void aColonInADirectoryMakesNoPathAbsolute() {
    assertThat(DeltaPaths.absolute("p=10:30/x.parquet")).isFalse();
    assertThat(DeltaPaths.absolute("s3://b/x.parquet")).isTrue();
  }
}
