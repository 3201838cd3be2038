package dev.lakeferry.verification;

import java.util.Locale;

/** What a new generation may change in the live table's columns. */
public enum SchemaPolicy {
  /** Add columns and widen types. */
  EVOLVE,
  /** Nothing. */
  STRICT,
  /** Anything, which is told. */
  REPORT;

  /** Reads the setting's word. */
  public static SchemaPolicy parse(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
