package dev.lakeferry.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.generation.Plan;
import dev.lakeferry.generation.PlannedObject;
import dev.lakeferry.job.WorkflowRun;
import dev.lakeferry.lake.Column;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.settings.Settings;
import dev.lakeferry.testing.TestPlans;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ModeRulesTest {
  private static final Compared NOTHING = Compared.impossible("it is not asked for");

  private final ModeRules rules =
      new ModeRules(Settings.read(Map.of("LAKEFERRY_PROFILE", "local"), null));

  @Test
  void aLongCommitThatOthersOvertookIsDividedIntoSmallOnes() {
    Plan wide = plan(500, 100);

    assertThat(choose(wide, false).way()).isEqualTo(ModeRules.Way.SWAP);
    assertThat(rules.chunk(wide, false)).isEqualTo(500);
    ModeRules.Choice again = choose(wide, true);
    assertThat(again.way()).isEqualTo(ModeRules.Way.STAGED);
    assertThat(again.reason()).contains("others' commits");
    assertThat(rules.chunk(wide, true)).isEqualTo(20);
    assertThat(rules.chunk(plan(3, 5_000), true)).isEqualTo(1);
  }

  @Test
  void aShortOneIsTriedAgainAsItIs() {
    assertThat(choose(plan(40, 50), true).way()).isEqualTo(ModeRules.Way.SWAP);
  }

  private ModeRules.Choice choose(Plan plan, boolean overtaken) {
    return rules.of(run(), new TableName("s", "t"), plan, NOTHING, overtaken);
  }

  private static WorkflowRun run() {
    return new WorkflowRun(
        "run",
        "ducklake-register.data-imports",
        1,
        null,
        "organization",
        "schema",
        "subject",
        "job",
        "token",
        "{}",
        Instant.EPOCH,
        Instant.EPOCH,
        1,
        "running",
        null,
        Instant.EPOCH,
        2,
        null,
        null,
        false);
  }

  private static Plan plan(int files, int columns) {
    return TestPlans.of(
        IntStream.range(0, columns).mapToObj(i -> new Column("c" + i, "BIGINT")).toList(),
        List.of(),
        IntStream.range(0, files)
            .mapToObj(i -> new PlannedObject("bucket", "source/" + i, i + ".parquet", 1, "e"))
            .toList(),
        0,
        Set.of(),
        "digest");
  }
}
