package dev.lakeferry.demo;

/** How the run of a sample completion has to end. */
public enum Expectation {
  /** Its rows are the live table. */
  PUBLISHED,
  /** It fails visibly; the table that was live before it still is. */
  FAILED,
  /** Its team's flag is off, so nothing is touched. */
  SKIPPED
}
