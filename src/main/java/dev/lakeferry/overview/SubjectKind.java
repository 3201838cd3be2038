package dev.lakeferry.overview;

import java.util.Locale;

/** What a line of the overview is about. */
public enum SubjectKind {
  /** The importable table of a source. */
  SOURCE_SCHEMA,
  /** A materialised saved query. */
  SAVED_QUERY;

  /** As JSON names it, such as {@code source_schema}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
