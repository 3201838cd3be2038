package dev.lakeferry.ops;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lakeferry.ops.Operator.Answer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What operators ask of a lake, and do to it, on a lake that was just made. */
class UpkeepCommandsIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static Operator operator;

  @BeforeAll
  static void begin() {
    operator = Operator.onNothing();
    assertThat(operator.run("lake", "init", "--create-bucket").exitCode()).isZero();
  }

  private static JsonNode json(Answer answer) {
    try {
      return JSON.readTree(answer.out());
    } catch (IOException e) {
      throw new IllegalStateException(answer.out() + answer.err(), e);
    }
  }

  @Test
  void upkeepRunsEveryStepInItsOrderAndTheLogTellsOfIt() {
    Answer ran = operator.run("upkeep", "run", "--json");
    assertThat(ran.exitCode()).as(ran.err()).isZero();
    List<String> steps = new ArrayList<>();
    json(ran)
        .forEach(
            line -> {
              if (!steps.contains(line.get("step").asText())) {
                steps.add(line.get("step").asText());
              }
              assertThat(line.get("error").isNull()).isTrue();
            });
    assertThat(steps)
        .containsExactly(
            "flush", "expire", "merge", "rewrite", "clean-up", "leftovers", "statistics", "views");

    assertThat(operator.run("upkeep", "log", "--step", "expire").out())
        .contains("STEP", "expire", "nothing");
    assertThat(json(operator.run("upkeep", "log", "--limit", "2", "--json"))).hasSize(2);
    Answer dry = operator.run("upkeep", "run", "--dry-run", "--step", "expire");
    assertThat(dry.out()).contains("nothing (dry run)");
  }

  @Test
  void anUnknownStepIsWrongUsageAndNamesTheSteps() {
    Answer answer = operator.run("upkeep", "run", "--step", "checkpoint");
    assertThat(answer.exitCode()).isEqualTo(2);
    assertThat(answer.err()).contains("checkpoint", "clean-up");
  }

  @Test
  void theLakeIsMeasuredWithoutAnEngine() {
    JsonNode info = json(operator.run("lake", "info", "--json"));
    assertThat(info.get("measures").get("tables").asLong()).isZero();
    assertThat(info.get("measures").get("snapshots").asLong()).isPositive();
    assertThat(info.get("options").get("data_inlining_row_limit").asText()).isEqualTo("0");
    assertThat(info.get("alarms")).isEmpty();
    assertThat(operator.run("lake", "info").out()).contains("pending deletions");
  }

  @Test
  void whatIsNotThereIsSaidAndNothingIsChanged() {
    Answer info = operator.run("lake", "info", "a.b");
    assertThat(info.exitCode()).isEqualTo(1);
    assertThat(info.err()).contains("There is no table a.b");
    assertThat(operator.run("lake", "history", "a.b").exitCode()).isEqualTo(1);
    Answer rollback = operator.run("lake", "rollback", "a.b", "--to", "1", "--yes");
    assertThat(rollback.exitCode()).isEqualTo(1);
    assertThat(rollback.err()).contains("Nothing was changed");
    Answer erase = operator.run("erase", "--team", "7");
    assertThat(erase.exitCode()).isEqualTo(1);
    assertThat(erase.err()).contains("--yes does it");
    assertThat(operator.run("erase", "--team", "7", "--dry-run").out()).contains("0 tables");
    assertThat(operator.run("erase", "--team", "0").exitCode()).isEqualTo(2);
  }
}
