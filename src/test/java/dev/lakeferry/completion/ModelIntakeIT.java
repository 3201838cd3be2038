package dev.lakeferry.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.state.FreshState;
import dev.lakeferry.state.Rows;
import dev.lakeferry.state.StateDatabase;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ModelIntakeIT {
  private static final String PLAIN = "ducklake-copy-data-modeling-1-query-1-job-1";

  private StateDatabase state;
  private CompletionStore completions;
  private ShippedIntake intake;

  @BeforeEach
  void open() {
    state = FreshState.open();
    completions = new CompletionStore(state.jdbi());
    intake = new ShippedIntake(state.jdbi());
  }

  @AfterEach
  void close() {
    state.close();
  }

  @Test
  void aModelBecomesOneRunThatCarriesItsCompletion() {
    CompletedModel model = Models.of("query-1", "revenue", "job-1", 7L);
    long id = completions.insert(model);

    assertThat(intake.takeModels()).containsExactly(id);
    assertThat(intake.takeModels()).isEmpty();

    assertThat(runIds()).containsExactly(PLAIN);
    Map<String, Object> run = Rows.row(state, "SELECT * FROM workflow_run");
    assertThat(run)
        .containsEntry("workflow", "ducklake-copy.data-modeling")
        .containsEntry("subject_kind", "saved_query")
        .containsEntry("state", "due")
        .containsEntry("token", "v7")
        .containsEntry("inbox_id", id);
    CompletedModel carried = Payload.parse(run.get("payload").toString()).asModel();
    assertThat(carried)
        .usingRecursiveComparison()
        .ignoringFields("inboxId", "finishedAt")
        .isEqualTo(model);
    assertThat(carried.inboxId()).isEqualTo(id);
  }

  @Test
  void severalModelsOfOneJobAreRunsOfTheirOwn() {
    completions.insert(Models.of("query-1", "revenue", "job-1", null));
    completions.insert(Models.of("query-2", "revenue", "job-1", null));
    completions.insert(Models.of("query-3", null, "job-1", null));

    assertThat(intake.takeModels()).hasSize(3);

    assertThat(runIds())
        .containsExactly(
            PLAIN,
            "ducklake-copy-data-modeling-1-query-2-job-1",
            "ducklake-copy-data-modeling-1-query-3-job-1");
  }

  @Test
  void theSameMaterialisationTwiceIsOneRunInOneBatchOrTwo() {
    completions.insert(Models.of("query-1", "revenue", "job-1", 7L));
    completions.insert(Models.of("query-1", "revenue", "job-1", 7L));
    assertThat(intake.takeModels()).hasSize(2);
    completions.insert(Models.of("query-1", "revenue", "job-1", 7L));
    assertThat(intake.takeModels()).hasSize(1);

    assertThat(runIds()).containsExactly(PLAIN);
  }

  @Test
  void anotherVersionOfTheSameJobGetsItsTokenBehindTheId() {
    completions.insert(Models.of("query-1", "revenue", "job-1", 7L));
    completions.insert(Models.of("query-1", "revenue", "job-1", 8L));
    intake.takeModels();

    assertThat(runIds()).containsExactly(PLAIN, PLAIN + "-v8");
  }

  @Test
  void oddRowsAreTakenWithTheOthers() {
    completions.insert(Models.of("ä".repeat(100), "😀".repeat(300), "j".repeat(400), null));
    completions.insert(Models.of("../%_\\'\"\n", "'; DROP TABLE x", "job", 0L));
    completions.insert(Models.of("query-1", "revenue", "job-1", Long.MAX_VALUE));

    assertThat(intake.takeModels()).hasSize(3);
    assertThat(runIds()).hasSize(3).contains(PLAIN);
  }

  @Test
  void theInboxRefusesWhatNoRunCouldBeNamedAfter() {
    assertThatThrownBy(() -> completions.insert(Models.of("", "revenue", "job-1", null)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("completed_materialization_saved_query_id_length");
  }

  @Test
  void manyIntakesAtOnceTakeEachModelOnce() throws Exception {
    for (int i = 0; i < 600; i++) {
      completions.insert(Models.of("query-" + i % 40, "m", "job-" + i % 100, null));
    }
    Callable<Void> draining =
        () -> {
          for (int poll = 0; poll < 20; poll++) {
            intake.takeModels();
          }
          return null;
        };
    var pool = Executors.newFixedThreadPool(4);
    try {
      for (Future<Void> one : pool.invokeAll(List.of(draining, draining, draining, draining))) {
        one.get();
      }
    } finally {
      pool.shutdownNow();
    }

    assertThat(
            Rows.value(
                state,
                Long.class,
                "SELECT count(*) FROM completed_materialization WHERE taken_at IS NULL"))
        .isZero();
    assertThat(runIds()).hasSize(200).doesNotHaveDuplicates();
  }

  private List<String> runIds() {
    return Rows.column(state, String.class, "SELECT id FROM workflow_run ORDER BY id");
  }
}
