package dev.lakeferry.ops;

import java.time.Instant;
import java.util.List;

/**
 * What {@code status} shows; its JSON form is what scripts build on.
 *
 * @param at by the database's clock
 * @param inbox completions that intake has not taken
 */
record Status(
    Instant at,
    long inbox,
    List<Workflow> workflows,
    List<Running> running,
    List<Failure> failures,
    List<Publication> published) {

  /**
   * How many runs of a workflow stand where.
   *
   * @param later due, but not before a time that is still to come
   * @param oldestDueSeconds how long the oldest has been due, or null where none is
   */
  record Workflow(
      String workflow,
      long due,
      long later,
      long running,
      long completed,
      long failed,
      long skipped,
      long stale,
      Long oldestDueSeconds) {}

  /**
   * An attempt that is worked on.
   *
   * @param objectsTotal what it lands, or null before that is known
   * @param bytesPerSecond since landing began; null where nothing is being landed
   * @param secondsLeft of the landing, by the objects that are left; null where nothing tells
   */
  record Running(
      String run,
      int attempt,
      String table,
      String stage,
      long tookMillis,
      Long objectsTotal,
      long objectsDone,
      long bytesDone,
      Long bytesPerSecond,
      Long secondsLeft) {}

  /** The last attempt at a run, where it failed. */
  record Failure(String run, int attempt, String table, Instant finishedAt, String error) {}

  /** A table's last publication. */
  record Publication(String table, Instant finishedAt, Long rows, Long files, Long snapshotId) {}
}
