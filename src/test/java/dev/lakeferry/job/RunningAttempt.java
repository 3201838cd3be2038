package dev.lakeferry.job;

import java.time.Instant;

/** An attempt that has just begun. */
public final class RunningAttempt {
  private RunningAttempt() {}

  public static Attempt of(
      long id, String run, int number, long team, String workflow, Instant begun) {
    return new Attempt(
        id,
        run,
        number,
        team,
        workflow,
        "none",
        AttemptStatus.RUNNING,
        null,
        null,
        null,
        "me",
        begun,
        begun,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        false,
        null,
        null,
        null);
  }
}
