package dev.lakeferry.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.completion.ImportRow;
import dev.lakeferry.generation.FolderRules;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ImportLineTest {
  private static final String PATTERN = "team_{team}_{type}_{schema}";
  private static final String NEEDED =
      "\"team_id\": 1, \"source_schema_id\": \"0190A-B\", \"job_id\": \"j\"";

  private static ImportRow parse(String fields) {
    return read("{" + NEEDED + fields + "}");
  }

  private static ImportRow read(String line) {
    return ImportLine.read(JsonLine.object(line, ImportLine.COLUMNS), new FolderPath(PATTERN));
  }

  @Test
  void everyColumnIsRead() {
    ImportRow row =
        parse(
            """
            , "team_uuid": "u", "organization_id": "o", "environment_id": 2, "source_id": "s",
            "source_name": "Our shop", "source_type": "Stripe", "prefix": "prod", "name": "n",
            "folder_path": "f", "prepared_folder": "p", "delta_folder": "d",
            "delta_version": 3,
            "finished_at": "2026-01-02T05:00:00+02:00", "expected_rows": 0
            """);
    assertThat(row.sourceName()).isEqualTo("Our shop");
    assertThat(row.deltaFolder()).isEqualTo("d");
    assertThat(row.deltaVersion()).isEqualTo(3);
    assertThat(row.completion().finishedAt()).isEqualTo(Instant.parse("2026-01-02T03:00:00Z"));
    assertThat(row.completion().folderPath()).isEqualTo("f");
    assertThat(row.completion().expectedRows()).isZero();
    assertThat(row.completion().environmentId()).isEqualTo(2);
  }

  @Test
  void aFolderPathThatIsLeftOutIsTheOneThatTheRunAccepts() {
    ImportRow row = parse(", \"source_type\": \"Stripe\", \"prepared_folder\": \"p\"");
    assertThat(new FolderRules(PATTERN).prefix(row.completion()))
        .isEqualTo("team_1_stripe_0190a_b/p/");
    assertThat(parse(", \"source_type\": \"S\", \"folder_path\": null").completion().folderPath())
        .isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{\"team\": 1}|unknown field 'team'; did you mean 'team_id'?",
        "{\"jobId\": 1}|did you mean 'job_id'?",
        "{\"organisation_id\": 1}|did you mean 'organization_id'?",
        "{\"source_schema_id\": \"a\", \"job_id\": \"j\"}|team_id is missing",
        "{\"team_id\": \"1\"}|team_id must be a whole number",
        "{\"team_id\": 1.5}|team_id must be a whole number",
        "{\"team_id\": 0}|team_id must be 1 or more",
        "{\"team_id\": 1, \"source_schema_id\": \"\"}|source_schema_id must be 1 to 100",
        "{\"team_id\": 1, \"source_schema_id\": 5}|source_schema_id must be a text",
        "{\"team_id\": 1, \"team_id\": 2}|not JSON: Duplicate field 'team_id'",
        "{\"team_id\": 1} {}|not JSON",
        "[1]|expected one JSON object",
        "nonsense|not JSON",
      })
  void aWrongLineSaysWhatIsWrong(String line, String problem) {
    assertThatThrownBy(() -> read(line))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "\"finished_at\": \"2026-01-02T03:04:05\"|must be ISO-8601 with its offset",
        "\"finished_at\": \"yesterday\"|must be ISO-8601",
        "\"finished_at\": \"1969-01-01T00:00:00Z\"|1970 to 9999",
        "\"expected_rows\": -1|expected_rows must be 0 or more",
        "\"name\": \"a\\u0000b\"|name holds a NUL",
      })
  void aWrongValueSaysWhatItMustBe(String field, String problem) {
    assertThatThrownBy(() -> parse(", " + field)).hasMessageContaining(problem);
  }
}
