package dev.lakeferry.bench;

import java.sql.SQLException;

/** What tables hold, whatever the order of their rows. */
final class Contents {
  private Contents() {}

  /** Rows and a hash over all of them. */
  static String of(BareDuck duck, String from) throws SQLException {
    return duck.text(
        "SELECT count(*) || ' rows, hash ' || CAST(sum(hash(t)) AS VARCHAR) FROM %s AS t"
            .formatted(from));
  }

  /**
   * Compares tables with the first of them.
   *
   * @throws IllegalStateException if one differs
   */
  static void requireSame(BareDuck duck, String first, String... others) throws SQLException {
    String expected = of(duck, first);
    for (String other : others) {
      String contents = of(duck, other);
      if (!contents.equals(expected)) {
        throw new IllegalStateException(
            "%s holds %s, %s %s".formatted(other, contents, first, expected));
      }
    }
  }
}
