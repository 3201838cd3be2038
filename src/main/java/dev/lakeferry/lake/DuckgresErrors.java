package dev.lakeferry.lake;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.failure.RetryableFailure.Cause;
import dev.lakeferry.failure.RunFailure;
import java.sql.SQLException;
import java.util.regex.Pattern;

/**
 * Tells what kind of failure an error of a Duckgres server is: by its SQLSTATE where that says
 * enough, else by DuckDB's text in it. What breaks the connection is retryable, and an unknown
 * outcome where COMMIT had been sent.
 */
final class DuckgresErrors {
  private static final Pattern SEVERITY = Pattern.compile("^(?:ERROR|FATAL|PANIC): ");

  /** How a worker's error comes through the control plane. */
  private static final Pattern FLIGHT =
      Pattern.compile("^.*?rpc error: code = \\w+ desc = ", Pattern.DOTALL);

  private final LakeErrors texts = new LakeErrors(() -> {});

  RunFailure classify(SQLException e) {
    String state = String.valueOf(e.getSQLState());
    String told = tell(e);
    if (endsConnection(e)) {
      return new RetryableFailure(
          Cause.CONNECTION, "The connection to Duckgres was lost: " + told, e);
    }
    if (state.startsWith("28")) {
      return new FinalFailure(
          "Duckgres refused the login: %s Check DUCKGRES_USERNAME and DUCKGRES_PASSWORD."
              .formatted(told),
          e);
    }
    if (state.startsWith("53")) {
      return new RetryableFailure(Cause.BUSY, "Duckgres has no worker to spare: " + told, e);
    }
    return switch (state) {
      case "40001" ->
          new RetryableFailure(
              Cause.CONFLICT, "Another commit to the lake came between: " + told, e);
      case "57014" ->
          new RetryableFailure(
              Cause.ENGINE, "The statement was cancelled at the Duckgres server: " + told, e);
      case "42501" ->
          new FinalFailure(
              "Duckgres does not allow this to DUCKGRES_USERNAME: %s A user that is restricted to a project cannot publish."
                  .formatted(told),
              e);
      case "22023" ->
          new FinalFailure(
              "Duckgres refuses a start-up option: %s Check DUCKGRES_WORKER_CPU and DUCKGRES_WORKER_MEMORY."
                  .formatted(told),
              e);
      default -> byText(e, told);
    };
  }

  private RunFailure byText(SQLException e, String told) {
    if (texts.isSpace(told)) {
      return new FinalFailure(
          ("Duckgres ran out of memory or of room to spill; nothing was published by this attempt and"
                  + " the live table stays. Raise DUCKGRES_WORKER_MEMORY, or the server's memory_limit;"
                  + " then retry the run. The server says: %s")
              .formatted(told),
          e);
    }
    return texts.classify(told, e);
  }

  /** Whether a connection is gone with an error: nobody knows what became of what was sent. */
  static boolean endsConnection(SQLException e) {
    String state = String.valueOf(e.getSQLState());
    return state.startsWith("08") || state.startsWith("57P");
  }

  /** The server's text without severity, wrapper and echo of the statement. */
  static String tell(SQLException e) {
    String bare = SEVERITY.matcher(String.valueOf(e.getMessage())).replaceFirst("");
    return LakeErrors.tell(FLIGHT.matcher(bare).replaceFirst(""));
  }
}
