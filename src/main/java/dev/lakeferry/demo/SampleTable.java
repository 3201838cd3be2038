package dev.lakeferry.demo;

import java.util.Locale;

/** The source schemas of a sample source. */
enum SampleTable {
  /** Flat. */
  INVOICES("a1"),
  /** In Hive directories. */
  CHARGES("a2"),
  /** A Delta table. */
  CUSTOMERS("a3");

  private final String id;

  SampleTable(String id) {
    this.id = id;
  }

  /** Two hexadecimal digits, for the ids that are derived from it. */
  String id() {
    return id;
  }

  /** Its name upstream. */
  String table() {
    return name().toLowerCase(Locale.ROOT);
  }
}
