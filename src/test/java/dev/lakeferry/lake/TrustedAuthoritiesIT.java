package dev.lakeferry.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.failure.RunFailure;
import dev.lakeferry.objects.ObjectStore;
import dev.lakeferry.objects.S3Clients;
import dev.lakeferry.settings.LakeSettings;
import dev.lakeferry.settings.S3Access;
import dev.lakeferry.settings.S3Settings;
import dev.lakeferry.settings.SourceSettings;
import dev.lakeferry.testing.TestLake;
import dev.lakeferry.testing.TlsStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.s3.S3Client;

class TrustedAuthoritiesIT {
  @TempDir static Path directory;

  private static S3Settings settings(TestLake lake, TlsStore store, boolean told) {
    S3Settings behind = lake.lakeSettings().s3();
    S3Access plain = S3Access.PLAIN;
    return new S3Settings(
        behind.region(),
        Optional.of(store.endpoint()),
        true,
        behind.accessKey(),
        behind.secretKey(),
        new S3Access(
            plain.role(),
            plain.requesterPays(),
            plain.kmsKey(),
            Optional.of(store.certificate()).filter(file -> told),
            plain.sts()));
  }

  private static EmbeddedLake engine(TestLake lake, S3Settings s3) {
    LakeSettings ours = lake.lakeSettings();
    return new EmbeddedLake(
        lake.engineSettings(),
        lake.catalogSettings(),
        new LakeSettings(ours.bucket(), ours.dataPath(), ours.metadataSchema(), s3),
        new SourceSettings(lake.sourceSettings().bucket(), lake.sourceSettings().prefix(), s3));
  }

  @Test
  void aStoreWithACertificateOfItsOwnIsTrustedByClientAndEngineOnceToldAndNotBefore() {
    try (TestLake lake = new TestLake();
        TlsStore store =
            new TlsStore(lake.lakeSettings().s3().endpoint().orElseThrow(), directory)) {
      S3Settings told = settings(lake, store, true);
      try (S3Client s3 = S3Clients.open(told, 1);
          EmbeddedLake engine = engine(lake, told);
          LakeSession session = engine.open("told")) {
        assertThat(new ObjectStore(s3).bucketExists(lake.lakeSettings().bucket())).isTrue();
        session.execute("CREATE SCHEMA ducklake.trust");
        session.execute("CREATE TABLE ducklake.trust.rows AS SELECT 1 AS i");
        assertThat(session.number("SELECT sum(i) FROM ducklake.trust.rows")).isEqualTo(1);
      }
      S3Settings untold = settings(lake, store, false);
      try (S3Client s3 = S3Clients.openImpatient(untold, Duration.ofSeconds(10));
          EmbeddedLake engine = engine(lake, untold);
          LakeSession session = engine.open("untold")) {
        assertThatThrownBy(() -> new ObjectStore(s3).bucketExists(lake.lakeSettings().bucket()))
            .isInstanceOf(RunFailure.class)
            .hasMessageContaining("SSL");
        session.execute("SET GLOBAL http_retries = 0");
        assertThatThrownBy(() -> session.number("SELECT sum(i) FROM ducklake.trust.rows"))
            .isInstanceOf(RunFailure.class);
      }
    }
  }
}
