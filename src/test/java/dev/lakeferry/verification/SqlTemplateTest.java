package dev.lakeferry.verification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.generation.DeltaVersion;
import dev.lakeferry.generation.ScannedRows;
import dev.lakeferry.naming.TableName;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SqlTemplateTest {
  private static final TableName ODD = new TableName("s", "it's \"odd\"");

  private static String rendered(String sql) {
    return SqlTemplate.parse(sql).render(ODD, List.of(), Optional.empty());
  }

  @Test
  void aPlaceholderBecomesAQuotedIdentifier() {
    assertThat(rendered("SELECT count(*) FROM {ducklake_table}"))
        .isEqualTo("SELECT count(*) FROM \"ducklake\".\"s\".\"it's \"\"odd\"\"\"");
    assertThat(rendered("FROM {ducklake_alias}.{schema_name}.{table_name}"))
        .isEqualTo("FROM \"ducklake\".\"s\".\"it's \"\"odd\"\"\"");
    assertThat(rendered("FROM {ducklake_schema}.x")).isEqualTo("FROM \"ducklake\".\"s\".x");
  }

  @Test
  void withinQuotesItIsTheNameWithThoseQuotesDoubled() {
    assertThat(rendered("SELECT '{table_name}', 'it''s {schema_name}'"))
        .isEqualTo("SELECT 'it''s \"odd\"', 'it''s s'");
    assertThat(rendered("SELECT \"{table_name}\"")).isEqualTo("SELECT \"it's \"\"odd\"\"\"");
  }

  @Test
  void doubledBracesAreSingleOnes() {
    assertThat(rendered("SELECT {{'a': 1}}")).isEqualTo("SELECT {'a': 1}");
  }

  @Test
  void anUnknownPlaceholderIsRefusedWithTheNearestKnown() {
    assertThatThrownBy(() -> SqlTemplate.parse("FROM {duckdb_table}"))
        .hasMessage("no placeholder is called {duckdb_table}; did you mean 'ducklake_table'?");
  }

  @Test
  void questionMarksInTextsAndCommentsAreNoParameters() {
    SqlTemplate template =
        SqlTemplate.parse(
            "SELECT '?', \"?\", ? -- ? it's\n, ? /* ? ' */, ?\nFROM {ducklake_table}");

    assertThat(template.questionMarks()).isEqualTo(3);
  }

  @Test
  void aScanOfTheSourceIsPinnedToTheGenerationsVersion() {
    SqlTemplate template =
        SqlTemplate.parse("SELECT ?, (SELECT count(*) FROM delta_scan( ? )), (FROM delta_scan(?))");

    assertThat(
            template.render(
                ODD,
                List.of("team_id", "source_table_uri", "job_id"),
                Optional.of(new ScannedRows(new DeltaVersion("s3://b/t/", 7)).all())))
        .isEqualTo(
            "SELECT ?, (SELECT count(*) FROM delta_scan(?, version => 7)), (FROM delta_scan(?))");
  }

  @Test
  void aVersionThatTheQueryPinsItselfStays() {
    SqlTemplate template = SqlTemplate.parse("FROM delta_scan(?, version => 3)");

    assertThat(
            template.render(
                ODD,
                List.of("source_table_uri"),
                Optional.of(new ScannedRows(new DeltaVersion("s3://b/t/", 7)).all())))
        .isEqualTo("FROM delta_scan(?, version => 3)");
  }
}
