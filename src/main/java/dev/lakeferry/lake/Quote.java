package dev.lakeferry.lake;

/**
 * Names and texts as SQL. Names from outside are data: nothing is written into SQL but by these.
 */
public final class Quote {
  private Quote() {}

  /** An identifier in double quotes. */
  public static String name(String identifier) {
    return '"' + identifier.replace("\"", "\"\"") + '"';
  }

  /** A text literal in single quotes, for the statements that take no parameter. */
  public static String text(String value) {
    return "'" + value.replace("'", "''") + "'";
  }
}
