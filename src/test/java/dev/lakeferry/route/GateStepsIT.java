package dev.lakeferry.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.gate.Gate;
import dev.lakeferry.job.ClosedGates;
import dev.lakeferry.job.ErrorText;
import dev.lakeferry.job.InstanceName;
import dev.lakeferry.metrics.ScrapedRegistry;
import dev.lakeferry.metrics.ServiceMeters;
import dev.lakeferry.settings.Settings;
import dev.lakeferry.state.FreshState;
import dev.lakeferry.state.Rows;
import dev.lakeferry.state.StateDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GateStepsIT {
  private static final String WORKFLOW = "ducklake-register.data-imports";
  private static final String FLAG = "register";
  private static final String ON_FOR_TEAM_2 =
      """
      {"flags": {"register": {
        "state": "ENABLED",
        "variants": {"on": true, "off": false},
        "defaultVariant": "off",
        "targeting": {"if": [{"in": [{"var": "team_id"}, [2]]}, "on"]}}}}
      """;

  @TempDir private Path directory;

  private final StateDatabase state = FreshState.open();

  @AfterEach
  void close() {
    state.close();
  }

  private void due(long team, int runs) {
    Rows.change(
        state,
        """
        INSERT INTO workflow_run (
          id, workflow, team_id, subject_kind, subject_id, job_id, token, payload, completed_at,
          inbox_id)
        SELECT
          'run-' || ?1 || '-' || n, 'ducklake-register.data-imports', ?1, 'source_schema', 'schema',
          'job-' || n, 'none', jsonb_build_object('team_id', ?1), now(), n
        FROM generate_series(1, ?2) AS n
        """
            .replace("?1", Long.toString(team))
            .replace("?2", Integer.toString(runs)));
  }

  private List<Long> teamsDue() {
    return Rows.column(
        state,
        Long.class,
        "SELECT DISTINCT team_id FROM workflow_run WHERE state = 'due' ORDER BY team_id");
  }

  private void skip(String flags, Runnable ready) {
    Path file = directory.resolve("flags.json");
    try {
      Files.writeString(file, flags);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    try (Gate gate = new Gate(file, (flag, kind) -> {})) {
      new GateSteps(
              new ClosedGates(state.jdbi(), InstanceName.create(), new ErrorText(List.of())),
              gate,
              ready,
              new ServiceMeters(
                  new ScrapedRegistry(), Settings.read(Map.of("LAKEFERRY_PROFILE", "local"), null)))
          .skipClosed(WORKFLOW, FLAG);
    }
  }

  @Test
  void teamsWhoseFlagIsOffAreSkippedToTheLastRunAndTheOthersLeft() {
    due(1, ClosedGates.BATCH + 1);
    due(2, 1);
    due(3, 1);

    skip(ON_FOR_TEAM_2, () -> {});

    assertThat(teamsDue()).containsExactly(2L);
    assertThat(
            Rows.column(
                state,
                String.class,
                "SELECT DISTINCT latest_error FROM managed_warehouse_source_job WHERE team_id = 3"))
        .singleElement()
        .asString()
        .startsWith("The flag register is off for team 3 (")
        .endsWith("then run: bin/lakeferry regate --team 3");
  }

  @Test
  void aFlagThatCannotBeEvaluatedEndsNothing() {
    due(1, 1);

    skip("{ broken", () -> {});
    skip("{\"flags\": {}}", () -> {});

    assertThat(teamsDue()).containsExactly(1L);
  }

  @Test
  void nothingIsSkippedWhileTheServiceIsNotReady() {
    due(1, 1);

    assertThatThrownBy(
            () ->
                skip(
                    ON_FOR_TEAM_2,
                    () -> {
                      throw new IllegalStateException("not ready");
                    }))
        .hasMessage("not ready");
    assertThat(teamsDue()).containsExactly(1L);
  }
}
