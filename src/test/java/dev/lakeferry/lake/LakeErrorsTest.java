package dev.lakeferry.lake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.failure.RunFailure;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LakeErrorsTest {
  private final AtomicBoolean invalidated = new AtomicBoolean();
  private final LakeErrors errors = new LakeErrors(() -> invalidated.set(true));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "TransactionContext Error: Failed to commit: Failed to commit DuckLake transaction. Transaction conflict - attempting to create table \"t\" in schema \"main\" - but this table has been created by another transaction already|CONFLICT",
        "TransactionContext Error: Failed to commit: Failed to commit DuckLake transaction. Exceeded the maximum retry count of 3 set by the ducklake_max_retry_count setting. Failed to flush changes into DuckLake: ERROR: duplicate key value violates unique constraint \"ducklake_snapshot_pkey\"|CONFLICT",
        "TransactionContext Error: Failed to commit: Failed to commit DuckLake transaction. Exceeded the maximum retry count of 3 set by the ducklake_max_retry_count setting. Failed to flush changes into DuckLake: server closed the connection unexpectedly|CONNECTION",
        "FATAL Error: Failed: database has been invalidated because of a previous fatal error. The database must be restarted prior to being used again.|ENGINE",
        "INTERNAL Error: Attempted to access index 0 within vector of size 0|ENGINE",
        "Invalid Error: Failed to execute query \"ROLLBACK\": |CONNECTION",
        "IO Error: Unable to connect to Postgres at \"\": connection to server at \"127.0.0.1\", port 1 failed: Connection refused|CONNECTION",
        "HTTP Error: HTTP GET error on 'http://s3/b/k' (HTTP 404)|VANISHED_OBJECT",
        "HTTP Error: HTTP GET error on 'http://s3/b/k' (HTTP 416)|VANISHED_OBJECT",
        "HTTP Error: HTTP GET error on 'http://s3/b/k' (HTTP 503)|STORAGE",
        "HTTP Error: Unable to connect to URL s3://b/k: Bad Request (HTTP code 400)|STORAGE",
        "HTTP Error: Unable to connect to URL http://s3/b/k: 403 (HTTP 403)|FINAL",
        "Invalid Input Error: File \"f.parquet\" contains an invalid partition value for the table configuration.|FINAL",
        "Parser Error: syntax error at or near \"INTERNAL Error: no\"|FINAL",
        "Catalog Error: Table with name a does not exist!|FINAL"
      })
  void eachTextIsToldApart(String text, String kind) {
    assertThat(kind(errors.classify(new SQLException(text)))).isEqualTo(kind);
    assertThat(invalidated.get()).isEqualTo(kind.equals("ENGINE"));
  }

  @Test
  void aTokenThatTheStoreGivesBackIsNotTold() {
    RunFailure failure =
        errors.classify(
            new SQLException(
                "HTTP Error: <Error><Code>ExpiredToken</Code><Token-0>FwoGZXIvYXdz</Token-0>"
                    + "<RequestId>1</RequestId></Error>, and <Token-1>cut off"));

    assertThat(kind(failure)).isEqualTo("STORAGE");
    assertThat(failure)
        .hasMessageContaining("<Code>ExpiredToken</Code><RequestId>1</RequestId>")
        .hasMessageNotContaining("FwoG")
        .hasMessageNotContaining("cut off");
  }

  @Test
  void whatWasSentToTheCatalogIsNotTold() {
    String told =
        errors
            .classify(
                new SQLException(
                    "Exceeded the maximum retry count of 3 set by the ducklake_max_retry_count setting. Failed to flush changes into DuckLake: Failed to execute query \"INSERT INTO \"public\".ducklake_file_column_stats VALUES ('ada@example.org: \", 'HTTP 403');UPDATE x\": ERROR:  duplicate key value violates unique constraint \"ducklake_snapshot_pkey\""))
            .getMessage();
    assertThat(told).contains("came between", "duplicate key").doesNotContain("ada@", "INSERT");
  }

  @Test
  void theWrapperAndTheEchoOfTheStatementAreNotToldNorRead() {
    RunFailure failure =
        errors.classify(
            new SQLException(
                "Invalid Error: Attempting to execute an unsuccessful or closed pending query result\n"
                    + "Error: Binder Error: no such column\n\n"
                    + "LINE 1: SELECT 'HTTP 503', 'Transaction conflict'\n        ^"));

    assertThat(failure).isInstanceOf(FinalFailure.class).hasMessage("Binder Error: no such column");
  }

  private static String kind(RunFailure failure) {
    return failure instanceof RetryableFailure retryable ? retryable.kind().name() : "FINAL";
  }
}
