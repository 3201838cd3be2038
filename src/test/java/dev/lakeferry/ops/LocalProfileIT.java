package dev.lakeferry.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.lake.EmbeddedLake;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.ops.Operator.Answer;
import dev.lakeferry.settings.Settings;
import dev.lakeferry.testing.SharedStack;
import dev.lakeferry.testing.TestLake;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LocalProfileIT {
  /** Word for word what users of the local stack are told to paste. */
  private static final String DOCUMENTED_ATTACH =
      "ATTACH 'ducklake:postgres:dbname=ducklake host=localhost user=insights password=insights'"
          + " AS ducklake (DATA_PATH 's3://ducklake-dev/')";

  @Test
  void theDocumentedAttachReadsTheLakeThatInitMadeInTheLocalProfile() throws Exception {
    Operator operator = Operator.ofLocalProfile();
    Answer made = operator.run("lake", "init");
    assertThat(made.err()).isEmpty();
    assertThat(made.out()).containsPattern("Lake in schema public over s3://ducklake-dev/: ");
    fill(operator.settings());
    var s3 = SharedStack.get().s3();
    String answer =
        shell(
            """
            LOAD ducklake;
            SET s3_endpoint='localhost:%d';
            SET s3_use_ssl=false;
            SET s3_access_key_id='%s';
            SET s3_secret_access_key='%s';
            SET s3_url_style='path';
            %s;
            SELECT count(*) || ' rows' FROM ducklake.documented.orders;
            """
                .formatted(s3.port(), s3.accessKey(), s3.secretKey(), DOCUMENTED_ATTACH));
    assertThat(answer).contains("100 rows");
  }

  private static void fill(Settings settings) {
    try (var lake =
            new EmbeddedLake(
                settings.engine(), settings.catalog(), settings.lake(), settings.source());
        LakeSession session = lake.open("test")) {
      session.execute("CREATE SCHEMA ducklake.documented");
      session.execute(
          "CREATE TABLE ducklake.documented.orders AS SELECT range AS n FROM range(100)");
    }
  }

  /** The documented text names no port; libpq takes it from the environment of the process. */
  private static String shell(String sql) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            RequirementsShell.class.getName(),
            TestLake.extensionDirectory().toAbsolutePath().toString());
    builder.environment().put("PGPORT", Integer.toString(SharedStack.get().postgres().port()));
    Process process = builder.redirectErrorStream(true).start();
    process.getOutputStream().write(sql.getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().close();
    String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return answer;
  }
}
