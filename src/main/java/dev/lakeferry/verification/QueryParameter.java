package dev.lakeferry.verification;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;

/** The values that a declared query may name for its question marks. */
enum QueryParameter {
  TEAM_ID(subject -> subject.table().teamId()),
  JOB_ID(subject -> subject.table().jobId()),
  MODEL_LABEL(subject -> subject.table().modelLabel()),
  SOURCE_TABLE_URI(
      subject -> subject.expected().delta().map(delta -> delta.version().uri()).orElse(null)),
  SCHEMA_NAME(subject -> subject.tested().schema()),
  TABLE_NAME(subject -> subject.tested().table()),
  NORMALIZED_NAME(subject -> subject.table().normalizedName()),
  SAVED_QUERY_ID(subject -> subject.table().savedQueryId()),
  SAVED_QUERY_NAME(subject -> subject.table().savedQueryName());

  static final String SOURCE = "source_table_uri";

  private final Function<Subject, Object> value;

  QueryParameter(Function<Subject, Object> value) {
    this.value = value;
  }

  /** The names as files spell them. */
  static List<String> names() {
    return Stream.of(values()).map(parameter -> spelled(parameter)).toList();
  }

  static Object value(String name, Subject subject) {
    return Stream.of(values())
        .filter(parameter -> spelled(parameter).equals(name))
        .findFirst()
        .orElseThrow()
        .value
        .apply(subject);
  }

  private static String spelled(QueryParameter parameter) {
    return parameter.name().toLowerCase(Locale.ROOT);
  }
}
