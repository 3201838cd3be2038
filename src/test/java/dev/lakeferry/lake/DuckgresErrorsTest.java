package dev.lakeferry.lake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.failure.RunFailure;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DuckgresErrorsTest {
  private final DuckgresErrors errors = new DuckgresErrors();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "40001|ERROR: TransactionContext Error: Failed to commit: Transaction conflict - attempting to insert|CONFLICT",
        "28P01|FATAL: password authentication failed|FINAL",
        "28000|FATAL: SSL/TLS connection required.|FINAL",
        "08006|An I/O error occurred while sending to the backend.|CONNECTION",
        "08001|Connection to localhost:5432 refused.|CONNECTION",
        "57P01|FATAL: terminating connection due to administrator command|CONNECTION",
        "57P03|FATAL: the server is draining|CONNECTION",
        "53300|FATAL: worker capacity exhausted|BUSY",
        "57014|ERROR: canceling statement due to user request|ENGINE",
        "42501|ERROR: this user may not|FINAL",
        "22023|FATAL: invalid duckgres.worker_cpu|FINAL",
        "25000|ERROR: TransactionContext Error: Failed to commit: Failed to execute query \"COMMIT\": server closed the connection|CONNECTION",
        "XX000|ERROR: flight execute update: rpc error: code = Unknown desc = HTTP Error: HTTP GET error on 'http://s3/b/k' (HTTP 503)|STORAGE",
        "XX000|ERROR: HTTP Error: HTTP GET error on 'http://s3/b/k' (HTTP 404)|VANISHED_OBJECT",
        "XX000|ERROR: INTERNAL Error: Attempted to access index 0|ENGINE",
        "XX000|ERROR: FATAL Error: Failed: database has been invalidated because of a previous fatal error.|ENGINE",
        "42P01|ERROR: Catalog Error: Table with name a does not exist!|FINAL"
      })
  void eachErrorIsToldApartByItsStateOrElseByItsText(String state, String text, String kind) {
    assertThat(kind(errors.classify(new SQLException(text, state)))).isEqualTo(kind);
  }

  @Test
  void neitherTheWrapperNorTheEchoOfTheStatementIsTold() {
    SQLException e =
        new SQLException(
            "ERROR: flight execute: rpc error: code = Internal desc = Binder Error: no such column\n\n"
                + "LINE 1: SELECT 'HTTP 503'\n        ^",
            "42703");

    assertThat(errors.classify(e))
        .isInstanceOf(FinalFailure.class)
        .hasMessage("Binder Error: no such column");
  }

  @Test
  void whatFillsTheServersMemoryNamesTheServersSettings() {
    assertThat(
            errors.classify(
                new SQLException("ERROR: Out of Memory Error: failed to allocate data", "XX000")))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContaining("DUCKGRES_WORKER_MEMORY");
  }

  private static String kind(RunFailure failure) {
    return failure instanceof RetryableFailure retryable ? retryable.kind().name() : "FINAL";
  }
}
