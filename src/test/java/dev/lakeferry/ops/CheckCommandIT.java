package dev.lakeferry.ops;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

/** The doctor as an operator and a script call it. */
class CheckCommandIT {
  @Test
  void beforeAnythingIsMadeItFailsAndSaysWhatToDo() throws Exception {
    Operator operator = Operator.onNothing();
    Operator.Answer answer = operator.run("check");
    assertThat(answer.exitCode()).isEqualTo(1);
    assertThat(answer.out())
        .contains("failed       catalog ")
        .contains("-> Make it with bin/lakeferry lake init")
        .containsPattern("not checked  engine +'catalog' has to be mended first")
        .containsPattern("\\d+ ok, \\d+ with a warning, \\d+ failed, \\d+ not checked\\.");
    assertThat(operator.run("lake", "init", "--create-bucket").exitCode()).isZero();

    Operator.Answer source = operator.run("check", "--json");
    JsonNode report = new ObjectMapper().readTree(source.out());
    assertThat(source.exitCode()).isEqualTo(1);
    assertThat(report.get("passed").asBoolean()).isFalse();
    assertThat(report.get("failed").asInt()).isEqualTo(1);
    assertThat(report.get("checks"))
        .anySatisfy(
            line -> {
              assertThat(line.get("check").asText()).isEqualTo("source bucket");
              assertThat(line.get("result").asText()).isEqualTo("failed");
              assertThat(line.get("change").asText()).contains("SOURCE_BUCKET_URL");
            });

    operator.set("SOURCE_BUCKET_URL", "s3://" + operator.settings().lake().bucket() + "/incoming");
    assertThat(operator.run("check").exitCode()).isZero();
    assertThat(operator.run("check", "--strict").exitCode()).isEqualTo(1);
  }

  @Test
  void settingsThatCannotBeUsedAreALineEach() {
    Operator operator = Operator.onNothing().set("DUCKLAKE_RDS_PORT", "none");
    Operator.Answer answer = operator.run("check");
    assertThat(answer.exitCode()).isEqualTo(1);
    assertThat(answer.out())
        .contains("DUCKLAKE_RDS_PORT is 'none' but must be")
        .contains("not checked  everything else");
  }
}
