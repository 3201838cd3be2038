package dev.lakeferry.verification;

/** One question about a table. */
interface Check {

  /** Under which name its result is stored. */
  String name();

  /** Whether the question means anything for this table; if not, there is no result. */
  boolean appliesTo(Subject subject);

  /** The query, to be stored with the result; null if there is none or several. */
  String sql(Subject subject);

  /**
   * Asks.
   *
   * @throws dev.lakeferry.failure.RunFailure if a statement failed
   */
  Finding run(Subject subject);
}
