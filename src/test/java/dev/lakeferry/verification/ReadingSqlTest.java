package dev.lakeferry.verification;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadingSqlTest {
  private static ReadingSql reading;

  @BeforeAll
  static void begin() {
    reading = new ReadingSql();
  }

  @AfterAll
  static void end() {
    reading.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 1",
        "SELECT 1;",
        "FROM ducklake.s.t",
        "WITH x AS (SELECT 1 AS a) SELECT sum(a) FROM x",
        "SELECT abs((SELECT count(*) FROM delta_scan(?)) - (SELECT count(*) FROM \"ducklake\".\"s\".\"t\"))",
        "SELECT count(*) FROM ducklake_list_files('ducklake', 't', schema => 's')",
        "SELECT count(*) FROM range(3) WHERE EXISTS (SELECT 1 FROM read_parquet(?))"
      })
  void readingStatementsPass(String sql) {
    assertThatCode(() -> reading.check(sql)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DELETE FROM ducklake.s.t",
        "INSERT INTO ducklake.s.t VALUES (1)",
        "UPDATE ducklake.s.t SET a = 1",
        "DROP TABLE ducklake.s.t",
        "CREATE TABLE x AS SELECT 1",
        "COPY (SELECT 1) TO '/tmp/x'",
        "ATTACH '/tmp/x'",
        "COMMIT",
        "ROLLBACK",
        "SET memory_limit = '1GB'",
        "PRAGMA version",
        "CALL ducklake_expire_snapshots('ducklake', older_than => now())",
        "EXPLAIN ANALYZE DELETE FROM ducklake.s.t",
        "SELECT 1; SELECT 2",
        "SELECT 1; DROP TABLE ducklake.s.t",
        "",
        "-- nothing",
        "SELECT $team",
        "SELEC 1"
      })
  void whatIsNoSingleReadingStatementIsRefused(String sql) {
    assertThatThrownBy(() -> reading.check(sql)).isInstanceOf(ReadingSql.Refused.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "FROM ducklake_expire_snapshots('ducklake', older_than => now())",
        "FROM ducklake_cleanup_old_files('ducklake', cleanup_all => true)",
        "FROM ducklake_delete_orphaned_files('ducklake')",
        "FROM ducklake_add_data_files('ducklake', 't', 's3://b/x')",
        "FROM ducklake_merge_adjacent_files('ducklake')",
        "FROM ducklake_set_option('ducklake', 'a', 'b')",
        "FROM DUCKLAKE_FLUSH_INLINED_DATA('ducklake')",
        "SELECT * FROM range(1), postgres_query('m', 'DELETE FROM x')",
        "SELECT (SELECT count(*) FROM postgres_execute('m', 'DELETE FROM x'))",
        "FROM query('SELECT 1')",
        "FROM query_table(['t'])",
        "FROM json_execute_serialized_sql('x')",
        "FROM force_checkpoint('ducklake')",
        "FROM duckdb_secrets(redact => false)",
        "SELECT nextval('x')",
        "WITH x AS (SELECT 1 FROM sqlite_attach('x')) FROM x"
      })
  void functionsThatMayWriteAreRefused(String sql) {
    assertThatThrownBy(() -> reading.check(sql))
        .isInstanceOf(ReadingSql.Refused.class)
        .hasMessageMatching(
            "the (table )?function .* (is not among those that only read|may change something)");
  }
}
