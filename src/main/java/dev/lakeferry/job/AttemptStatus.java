package dev.lakeferry.job;

/** How an attempt stands. */
public enum AttemptStatus {
  RUNNING,
  COMPLETED,
  FAILED,
  SKIPPED,
  STALE
}
