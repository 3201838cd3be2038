package dev.lakeferry.ops;

import dev.lakeferry.failure.Causes;
import dev.lakeferry.job.NotThere;
import dev.lakeferry.job.Refused;
import dev.lakeferry.web.Problem;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Optional;
import java.util.Set;

/** What exceptions of the service mean to whoever sent a request. */
public final class WebProblems {
  /** Connection lost, server full or going down, login refused: not this request's fault. */
  private static final Set<String> NOT_THERE = Set.of("08", "53", "57", "28", "3D", "42");

  private WebProblems() {}

  /** The problem, or empty for what nobody foresaw. */
  public static Optional<Problem> of(RuntimeException thrown) {
    if (thrown instanceof NotThere) {
      return Optional.of(Problem.notFound(thrown.getMessage()));
    }
    if (thrown instanceof Refused) {
      return Optional.of(Problem.conflict(thrown.getMessage()));
    }
    return Causes.of(thrown).anyMatch(WebProblems::isDatabaseAway)
        ? Optional.of(
            new Problem(
                    503,
                    "State database does not answer",
                    "The service's own database does not answer, or is not set up. Nothing was"
                        + " changed; try again in a moment. Health tells more.")
                .withHeader("Retry-After", "5"))
        : Optional.empty();
  }

  private static boolean isDatabaseAway(Throwable cause) {
    return cause instanceof SQLTransientConnectionException
        || cause instanceof SQLException sql
            && sql.getSQLState() != null
            && sql.getSQLState().length() == 5
            && NOT_THERE.contains(sql.getSQLState().substring(0, 2))
            && !isBug(sql.getSQLState());
  }

  /** Of class 42 only a table that is not there yet is no fault of ours. */
  private static boolean isBug(String state) {
    return state.startsWith("42") && !state.equals("42P01");
  }
}
