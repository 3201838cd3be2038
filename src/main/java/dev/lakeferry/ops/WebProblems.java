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
  private static final Set<String> AWAY = Set.of("08", "53", "57", "28");

  /** No such database, schema or table. */
  private static final Set<String> NOT_SET_UP = Set.of("3D000", "3F000", "42P01");

  private WebProblems() {}

  /** The problem, or empty for what nobody foresaw. */
  public static Optional<Problem> of(RuntimeException thrown) {
    if (thrown instanceof NotThere) {
      return Optional.of(Problem.notFound(thrown.getMessage()));
    }
    if (thrown instanceof Refused) {
      return Optional.of(Problem.conflict(thrown.getMessage()));
    }
    if (Causes.of(thrown).anyMatch(WebProblems::isNotSetUp)) {
      return Optional.of(
          away(
              "State database is not set up",
              "The service's own database, or a table of this version in it, is not there. Nothing"
                  + " was changed; make it with: bin/lakeferry lake init"));
    }
    return Causes.of(thrown).anyMatch(WebProblems::isDatabaseAway)
        ? Optional.of(
            away(
                "State database does not answer",
                "The service's own database does not answer. Nothing was changed; try again in a"
                    + " moment. Health tells more."))
        : Optional.empty();
  }

  private static Problem away(String title, String detail) {
    return new Problem(503, title, detail).withHeader("Retry-After", "5");
  }

  private static boolean isNotSetUp(Throwable cause) {
    return cause instanceof SQLException sql
        && NOT_SET_UP.contains(String.valueOf(sql.getSQLState()));
  }

  private static boolean isDatabaseAway(Throwable cause) {
    return cause instanceof SQLTransientConnectionException
        || cause instanceof SQLException sql
            && sql.getSQLState() != null
            && sql.getSQLState().length() == 5
            && AWAY.contains(sql.getSQLState().substring(0, 2));
  }
}
