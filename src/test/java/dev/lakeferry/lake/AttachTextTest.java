package dev.lakeferry.lake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.settings.DatabaseSettings;
import dev.lakeferry.settings.LakeSettings;
import dev.lakeferry.settings.S3Settings;
import dev.lakeferry.settings.Secret;
import dev.lakeferry.settings.Settings;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AttachTextTest {
  private static final Settings LOCAL = Settings.read(Map.of("LAKEFERRY_PROFILE", "local"), null);

  @Test
  void theLocalProfilesPlainFormIsTheDocumentedOne() {
    String text = new AttachText(LOCAL.catalog(), LOCAL.lake(), true).plain();
    assertThat(text)
        .containsSubsequence(
            "INSTALL ducklake;",
            "LOAD ducklake;",
            "SET s3_endpoint='localhost:19000';",
            "SET s3_use_ssl=false;",
            "SET s3_access_key_id='object_storage_root_user';",
            "SET s3_secret_access_key='object_storage_root_password';",
            "SET s3_url_style='path';",
            """
            ATTACH 'ducklake:postgres:dbname=ducklake host=localhost user=insights password=insights'
              AS ducklake (DATA_PATH 's3://ducklake-dev/');
            """);
  }

  @Test
  void credentialsAreNamedByTheirVariablesUnlessAskedFor() {
    AttachText text = new AttachText(LOCAL.catalog(), LOCAL.lake(), false);
    for (String form : new String[] {text.plain(), text.secrets()}) {
      assertThat(form)
          .contains("<DUCKLAKE_RDS_PASSWORD>", "<DUCKLAKE_S3_SECRET_KEY>")
          .doesNotContain("password=insights", "PASSWORD 'insights'", "object_storage_root");
    }
  }

  @Test
  void whatIsNotTheDefaultIsTold() {
    var catalog =
        new DatabaseSettings(
            "db.example",
            6432,
            "the lake",
            "o'neill",
            new Secret("p'a\\ss"),
            "verify-full",
            Optional.of(Path.of("/etc/ca.pem")));
    var lake =
        new LakeSettings(
            "b",
            "s3://b/lake/",
            "ducklake_meta",
            new S3Settings(
                "eu-west-1", Optional.empty(), false, Optional.empty(), Optional.empty()));
    AttachText text = new AttachText(catalog, lake, true);
    assertThat(text.plain())
        .contains("dbname=''the lake'' host=db.example port=6432 user=''o\\''neill''")
        .contains("password=''p\\''a\\\\ss'' sslmode=verify-full sslrootcert=/etc/ca.pem'")
        .contains("METADATA_SCHEMA 'ducklake_meta'")
        .contains("PROVIDER credential_chain", "LOAD aws;", "REGION 'eu-west-1'")
        .doesNotContain("SET s3_");
    assertThat(text.secrets())
        .contains("USER 'o''neill'", "PASSWORD 'p''a\\ss'", "SSLMODE 'verify-full'")
        .contains("PORT 6432", "SSLROOTCERT '/etc/ca.pem'", "PROVIDER credential_chain")
        .doesNotContain("URL_STYLE", "ENDPOINT");
  }
}
