package dev.lakeferry.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.completion.CompletionStore;
import dev.lakeferry.completion.Payload;
import dev.lakeferry.completion.ShippedIntake;
import dev.lakeferry.generation.FolderRules;
import dev.lakeferry.naming.TableNaming;
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
      assertThat(taken).hasSize(6);
      String prefix = "ducklake-register-data-imports-1-0190a000-0000-7000-8000-0000000000";
      assertThat(
              Rows.column(
                  state,
                  String.class,
                  "SELECT id FROM workflow_run WHERE workflow = 'ducklake-register.data-imports'"))
          .containsExactlyInAnyOrder(
              prefix + "a1-job-1",
              prefix + "a2-job-2",
              prefix + "a3-job-3",
              prefix + "a1-job-4",
              prefix + "a1-job-4-1764487200_4e5f6071",
              prefix + "a5-job-5");
      var rules = new FolderRules("team_{team}_{type}_{schema}");
      var inbox = new CompletionStore(state.jdbi());
      for (Long id : taken) {
        CompletedImport completion = inbox.find(id).orElseThrow();
        if (completion.preparedFolder() != null) {
          assertThat(rules.prefix(completion)).startsWith("team_1_stripe_0190a");
        }
      }
      Payload copied =
          Payload.parse(
              Rows.value(
                  state,
                  String.class,
                  "SELECT payload FROM workflow_run WHERE id LIKE '%copy-data-imports%a5-job-5'"));
      assertThat(copied.deltaVersion()).isEqualTo(7);
      assertThat(rules.deltaPrefix(copied.asImport(), copied.deltaFolder()))
          .isEqualTo(copied.asImport().folderPath() + "/subscription_items/")
          .endsWith("/" + TableNaming.deltaFolder(1, copied.asImport().name()) + "/");
    }
  }

  @Test
  void everyModelOfTheContractBecomesARunOfItsOwn() throws IOException {
    try (StateDatabase state = FreshState.open()) {
      for (String statement : statements()) {
        Rows.change(state, statement);
      }
      assertThat(new ShippedIntake(state.jdbi()).takeModels()).hasSize(2);
      String prefix = "ducklake-copy-data-modeling-1-0190a000-0000-7000-8000-0000000000";
      assertThat(Rows.column(state, String.class, "SELECT id FROM workflow_run"))
          .containsExactlyInAnyOrder(
              prefix + "b1-materialisation-1", prefix + "b2-materialisation-1");
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
        new ShippedIntake(state.jdbi()).takeModels();
      }
      assertThat(Rows.value(state, Long.class, "SELECT count(*) FROM workflow_run"))
          .isEqualTo(2 * 6 + 2);
    }
  }

  @Test
  void everyColumnThatASubmitterMayFillIsDescribedAndNoOther() throws IOException {
    assertColumns("## Imports: columns", "completed_import", ImportLine.COLUMNS);
    assertColumns("## Models: columns", "completed_materialization", ModelLine.COLUMNS);
  }

  private static void assertColumns(String heading, String table, List<String> columns)
      throws IOException {
    String from = document().substring(document().indexOf(heading) + heading.length());
    List<String> described =
        Pattern.compile("(?m)^\\| `([a-z_]+)`")
            .matcher(from.substring(0, from.indexOf("\n## ")))
            .results()
            .map(row -> row.group(1))
            .toList();
    assertThat(described).as(heading).containsExactlyElementsOf(columns);
    try (StateDatabase state = FreshState.open()) {
      assertThat(
              Rows.column(
                  state,
                  String.class,
                  """
                  SELECT column_name
                  FROM information_schema.columns
                  WHERE table_name = ?
                    AND column_name NOT IN ('id', 'created_at', 'taken_at')
                  """,
                  table))
          .containsExactlyInAnyOrderElementsOf(columns);
    }
  }
}
