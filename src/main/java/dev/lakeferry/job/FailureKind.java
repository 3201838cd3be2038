package dev.lakeferry.job;

import dev.lakeferry.failure.Causes;
import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.failure.RunFailure;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Set;

/** Whether another try may help. */
public enum FailureKind {
  RETRYABLE,
  FINAL;

  /** Connection lost, server going down or full, transaction conflict: classes of SQLSTATE. */
  private static final Set<String> PASSING = Set.of("08", "53", "57", "40");

  /**
   * Judges what ended an attempt: by the run's failure in it if there is one, else retryable only
   * for what a database says about its connection or a conflict.
   */
  public static FailureKind of(Throwable thrown) {
    Throwable told = told(thrown);
    if (told instanceof RunFailure) {
      return told instanceof RetryableFailure ? RETRYABLE : FINAL;
    }
    boolean passing =
        Causes.of(thrown)
            .anyMatch(
                cause ->
                    cause instanceof SQLException sql
                        && sql.getSQLState() != null
                        && sql.getSQLState().length() == 5
                        && PASSING.contains(sql.getSQLState().substring(0, 2)));
    return passing ? RETRYABLE : FINAL;
  }

  /** Why a run is tried again, in one of few words: a metric's label. */
  public static String cause(Throwable thrown) {
    return told(thrown) instanceof RetryableFailure retryable
        ? retryable.kind().name().toLowerCase(Locale.ROOT)
        : "database";
  }

  /** The exception whose message is meant for the operator, whatever a framework wrapped it in. */
  static Throwable told(Throwable thrown) {
    return Causes.first(thrown, RunFailure.class).map(Throwable.class::cast).orElse(thrown);
  }

  String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
