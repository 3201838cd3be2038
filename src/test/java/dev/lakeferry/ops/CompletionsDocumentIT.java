package dev.lakeferry.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.completion.CompletionStore;
import dev.lakeferry.completion.ShippedIntake;
import dev.lakeferry.generation.FolderRules;
import dev.lakeferry.settings.ProgramHome;
import dev.lakeferry.state.FreshState;
import dev.lakeferry.state.Rows;
import dev.lakeferry.state.StateDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class CompletionsDocumentIT {
  private static String document() throws IOException {
    return Files.readString(ProgramHome.directory().resolve("docs/completions.md"));
  }

  private static List<String> statements() throws IOException {
    return Pattern.compile("(?s)```sql\\n(.*?)```")
        .matcher(document())
        .results()
        .map(block -> block.group(1))
        .toList();
  }

  @Test
  void everyInsertOfTheContractIsTakenAndNamesAFolderThatARunAccepts() throws IOException {
    try (StateDatabase state = FreshState.open()) {
      for (String statement : statements()) {
        Rows.change(state, statement);
      }
      List<Long> taken = new ShippedIntake(state.jdbi()).take();
      assertThat(taken).hasSize(5);
      String prefix = "ducklake-register-data-imports-1-0190a000-0000-7000-8000-0000000000";
      assertThat(Rows.column(state, String.class, "SELECT id FROM workflow_run"))
          .containsExactlyInAnyOrder(
              prefix + "a1-job-1",
              prefix + "a2-job-2",
              prefix + "a3-job-3",
              prefix + "a1-job-4",
              prefix + "a1-job-4-1764487200_4e5f6071");
      var rules = new FolderRules("team_{team}_{type}_{schema}");
      var inbox = new CompletionStore(state.jdbi());
      for (Long id : taken) {
        assertThat(rules.prefix(inbox.find(id).orElseThrow())).startsWith("team_1_stripe_0190a");
      }
    }
  }

  @Test
  void insertingTheContractTwiceMakesNoMoreRuns() throws IOException {
    try (StateDatabase state = FreshState.open()) {
      for (int time = 0; time < 2; time++) {
        for (String statement : statements()) {
          Rows.change(state, statement);
        }
        new ShippedIntake(state.jdbi()).take();
      }
      assertThat(Rows.value(state, Long.class, "SELECT count(*) FROM workflow_run")).isEqualTo(5);
    }
  }

  @Test
  void everyColumnThatASubmitterMayFillIsDescribedAndNoOther() throws IOException {
    List<String> described =
        Pattern.compile("(?m)^\\| `([a-z_]+)`")
            .matcher(document())
            .results()
            .map(row -> row.group(1))
            .toList();
    assertThat(described).containsExactlyElementsOf(ImportLine.COLUMNS);
    try (StateDatabase state = FreshState.open()) {
      assertThat(
              Rows.column(
                  state,
                  String.class,
                  """
                  SELECT column_name
                  FROM information_schema.columns
                  WHERE table_name = 'completed_import'
                    AND column_name NOT IN ('id', 'created_at', 'taken_at')
                  """))
          .containsExactlyInAnyOrderElementsOf(ImportLine.COLUMNS);
    }
  }
}
