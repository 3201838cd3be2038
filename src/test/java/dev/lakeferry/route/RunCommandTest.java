package dev.lakeferry.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.ops.Commands;
import dev.lakeferry.settings.Settings;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunCommandTest {
  @Test
  void withoutAnyVariableOneMessageNamesAllThatAreMissing() {
    StringWriter errors = new StringWriter();

    int exitCode =
        new Commands(List.of(new RunCommand(() -> Settings.read(Map.of(), null))))
            .writingTo(new PrintWriter(new StringWriter()), new PrintWriter(errors))
            .execute("run");

    assertThat(exitCode).isEqualTo(2);
    assertThat(errors.toString())
        .contains(
            "DUCKLAKE_RDS_HOST", "DUCKLAKE_RDS_PASSWORD", "DUCKLAKE_BUCKET", "SOURCE_BUCKET_URL")
        .containsOnlyOnce("The configuration has 4 problems");
  }
}
