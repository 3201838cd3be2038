package dev.lakeferry.web;

/** What a request wants to do; a caller is granted each by itself. */
public enum Access {
  /** Looking: overview, runs, lake, audit. */
  READ,
  /** Changing what the service does: retry, cancel, hold, release. */
  ACT,
  /** Announcing completions. */
  INTAKE
}
