package dev.lakeferry.job;

import dev.lakeferry.naming.TableName;

/**
 * Is told what happens to attempts that this process works on, after it was written down: for
 * metrics and traces. It must not throw.
 */
public interface AttemptEvents {

  /** Tells nobody. */
  AttemptEvents NONE = new AttemptEvents() {};

  /**
   * Work on an attempt begins.
   *
   * @param resumed whether it waited before for a busy table
   */
  default void began(WorkflowRun run, Attempt attempt, boolean resumed) {}

  /** The table that the attempt is for is known. */
  default void named(Attempt attempt, TableName table) {}

  /** A stage begins, and the one before it has ended. */
  default void stage(Attempt attempt, String stage) {}

  /** The attempt was published and is completed; {@link #ended} follows. */
  default void published(Attempt attempt, RecordedPublication publication) {}

  /** The attempt is completed, failed, skipped or stale. */
  default void ended(Attempt attempt, AttemptStatus status) {}

  /**
   * The run is due again.
   *
   * @param cause one of few words, such as {@code storage}
   */
  default void retried(WorkflowRun run, String cause) {}

  /** This process is done with the attempt, however it stands. */
  default void released(Attempt attempt) {}

  /** Tells both. */
  static AttemptEvents both(AttemptEvents one, AttemptEvents other) {
    return new AttemptEvents() {
      @Override
      public void began(WorkflowRun run, Attempt attempt, boolean resumed) {
        one.began(run, attempt, resumed);
        other.began(run, attempt, resumed);
      }

      @Override
      public void named(Attempt attempt, TableName table) {
        one.named(attempt, table);
        other.named(attempt, table);
      }

      @Override
      public void stage(Attempt attempt, String stage) {
        one.stage(attempt, stage);
        other.stage(attempt, stage);
      }

      @Override
      public void published(Attempt attempt, RecordedPublication publication) {
        one.published(attempt, publication);
        other.published(attempt, publication);
      }

      @Override
      public void ended(Attempt attempt, AttemptStatus status) {
        one.ended(attempt, status);
        other.ended(attempt, status);
      }

      @Override
      public void retried(WorkflowRun run, String cause) {
        one.retried(run, cause);
        other.retried(run, cause);
      }

      @Override
      public void released(Attempt attempt) {
        one.released(attempt);
        other.released(attempt);
      }
    };
  }
}
