package dev.lakeferry.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LakeFilesTest {
  @TempDir Path directory;

  private Settings environment() {
    return environment(Map.of());
  }

  private Settings environment(Map<String, String> more) {
    Map<String, String> variables = new HashMap<>(more);
    variables.put("DUCKLAKE_RDS_HOST", "catalog.internal");
    variables.put("DUCKLAKE_RDS_PASSWORD", "hunter2");
    variables.put("DUCKLAKE_BUCKET", "acme-lake");
    variables.put("DUCKLAKE_DATA_PATH", "s3://acme-lake/all/");
    variables.put("SOURCE_BUCKET_URL", "s3://acme-warehouse");
    variables.put("LAKEFERRY_LAKES_DIRECTORY", directory.toString());
    return Settings.read(variables, null);
  }

  private void file(String name, String text) throws IOException {
    Files.writeString(directory.resolve(name), text);
  }

  @Test
  void aLakeHasItsOwnPlaceAndAllElseFromTheEnvironment() throws IOException {
    file(
        "eu.properties",
        """
        ducklake.bucket=acme-eu
        ducklake.bucket.region=eu-central-1
        ducklake.rds.database=ducklake_eu
        ducklake.rds.password=other
        """);

    Settings lake = environment().lakes().get("eu");

    assertThat(lake.lake().dataPath()).isEqualTo("s3://acme-eu/");
    assertThat(lake.lake().s3().region()).isEqualTo("eu-central-1");
    assertThat(lake.catalog().host()).isEqualTo("catalog.internal");
    assertThat(lake.catalog().database()).isEqualTo("ducklake_eu");
    assertThat(lake.catalog().password().reveal()).isEqualTo("other");
  }

  @Test
  void aCommandOnALakeHasTheServicesStateDatabaseAndKnowsItsOtherLakes() throws IOException {
    file(
        "eu.properties",
        """
        ducklake.bucket=acme-eu
        ducklake.rds.host=catalog-eu.internal
        ducklake.rds.database=ducklake_eu
        ducklake.rds.username=eu
        ducklake.rds.password=other
        ducklake.s3.access.key=eu-key
        ducklake.s3.secret.key=eu-secret
        """);
    Settings service = environment(Map.of("LAKEFERRY_LAKE", "eu"));

    Settings lake = service.forCommand();

    assertThat(lake.lake().dataPath()).isEqualTo("s3://acme-eu/");
    assertThat(lake.catalog().host()).isEqualTo("catalog-eu.internal");
    assertThat(lake.state()).isEqualTo(service.state());
    assertThat(lake.source()).isEqualTo(service.source());
    assertThat(lake.service()).isSameAs(service);
    assertThat(lake.lakes()).isEqualTo(service.lakes()).containsOnlyKeys("eu");
    assertThat(lake.secrets()).extracting(Secret::reveal).contains("hunter2", "other", "eu-secret");
  }

  @Test
  void aCommandOnALakeThatIsNotThereIsToldWhichFileIsMissing() {
    assertThatThrownBy(() -> environment(Map.of("LAKEFERRY_LAKE", "eu")).forCommand())
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("eu.properties");
  }

  @Test
  void thereNeedBeNoDirectoryAndNoFile() {
    assertThat(environment().lakes()).isEmpty();
  }

  @Test
  void whatIsNoSettingOfALakeIsRefusedWithItsFile() throws IOException {
    file("eu.properties", "ducklake.bucket=acme-eu\nlakeferry.claim.period=1s\n");

    assertThatThrownBy(() -> environment().lakes())
        .isInstanceOf(SettingsException.class)
        .hasMessageContainingAll(
            "eu.properties",
            "lakeferry.claim.period is no setting of a lake",
            "ducklake.rds.database is missing");
  }

  @Test
  void aNameThatIsNoneIsRefused() throws IOException {
    file("environment.properties", "ducklake.bucket=a-b-c\nducklake.rds.database=other\n");

    assertThatThrownBy(() -> environment().lakes()).hasMessageContaining("is no name for a lake");
  }

  @Test
  void oneLakeOneIdentityNeitherDataPathsNorCatalogsAreShared() throws IOException {
    file("eu.properties", "ducklake.bucket=acme-lake\nducklake.rds.database=ducklake_eu\n");
    assertThatThrownBy(() -> environment().lakes())
        .hasMessageContaining("environment and eu have data paths that overlap");

    file("eu.properties", "ducklake.bucket=acme-eu\nducklake.rds.database=ducklake\n");
    assertThatThrownBy(() -> environment().lakes())
        .hasMessageContaining("environment and eu have one catalog");
  }
}
