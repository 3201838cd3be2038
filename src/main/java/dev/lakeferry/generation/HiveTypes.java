package dev.lakeferry.generation;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.lake.LakeSession;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The type of a partition column, whose values are texts in a path.
 *
 * <p>Law "path text is not a value until compared": DuckDB casts such text loosely (an INTEGER
 * reads 2 from {@code 1.5} and 16 from {@code 0x10}, a TIMESTAMP drops its offset, a TIMESTAMPTZ
 * without one means each reader's zone), so a type is taken only where every value is written in
 * its own form and fits. What is registered is compared once more inside the transaction.
 */
final class HiveTypes {
  private static final Pattern INTEGER = Pattern.compile("[+-]?\\d+");
  private static final Pattern PLAIN_INTEGER = Pattern.compile("0|-?[1-9]\\d*");
  private static final Pattern NUMBER = Pattern.compile("[+-]?\\d+(\\.\\d+)?([eE][+-]?\\d+)?");
  private static final Pattern DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
  private static final String TIME =
      "\\d{4}-\\d{2}-\\d{2}[ T]\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,6})?)?";
  private static final Pattern TIMESTAMP = Pattern.compile(TIME);
  private static final Pattern INSTANT = Pattern.compile(TIME + "(Z|[+-]\\d{2}(:?\\d{2})?)");
  private static final Pattern BOOLEAN = Pattern.compile("true|false", Pattern.CASE_INSENSITIVE);
  private static final Pattern UUID =
      Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");
  private static final Pattern DECIMAL_TYPE = Pattern.compile("DECIMAL\\((\\d+),\\s*(\\d+)\\)");

  private static final Set<String> INTEGERS =
      Set.of(
          "TINYINT",
          "SMALLINT",
          "INTEGER",
          "BIGINT",
          "HUGEINT",
          "UTINYINT",
          "USMALLINT",
          "UINTEGER",
          "UBIGINT",
          "UHUGEINT");

  private final LakeSession session;

  HiveTypes(LakeSession session) {
    this.session = session;
  }

  /**
   * Chooses a type: the file's own where files hold the column too, else the live table's, else
   * what the values look like.
   *
   * @param values the distinct decoded values without NULL
   * @throws FinalFailure if the files hold the column in a type that a path's value does not fit
   */
  String choose(
      String key, Optional<String> fileType, Optional<String> liveType, Set<String> values) {
    if (fileType.isPresent()) {
      misfit(fileType.get(), values)
          .ifPresent(
              value -> {
                throw new FinalFailure(
                    ("The partition value '%s' in the path is no %s, the type of column '%s' inside"
                            + " the files; nothing was copied. Correct the import upstream.")
                        .formatted(value, fileType.get(), key));
              });
      return fileType.get();
    }
    if (liveType.isPresent() && misfit(liveType.get(), values).isEmpty()) {
      return liveType.get();
    }
    if (values.isEmpty()) {
      return "VARCHAR";
    }
    return List.of("DATE", "TIMESTAMP", "BIGINT").stream()
        .filter(type -> !type.equals("BIGINT") || all(PLAIN_INTEGER, values))
        .filter(type -> misfit(type, values).isEmpty())
        .findFirst()
        .orElse("VARCHAR");
  }

  /** Whether every value is written in the type's own form and fits it. */
  boolean fits(String type, Set<String> values) {
    return misfit(type, values).isEmpty();
  }

  /** A value that is not written in the type's form or does not fit it. */
  private Optional<String> misfit(String type, Set<String> values) {
    if (type.equals("VARCHAR")) {
      return Optional.empty();
    }
    Optional<Pattern> form = form(type);
    if (form.isEmpty()) {
      return Optional.of(values.stream().findFirst().orElse(""));
    }
    Optional<String> malformed =
        values.stream().filter(value -> !form.get().matcher(value).matches()).findFirst();
    if (malformed.isPresent()) {
      return malformed;
    }
    return session.first(
        "SELECT v FROM unnest(?) AS t(v) WHERE TRY_CAST(v AS %s) IS NULL LIMIT 1".formatted(type),
        row -> row.getString(1),
        List.copyOf(values));
  }

  private static Optional<Pattern> form(String type) {
    if (INTEGERS.contains(type)) {
      return Optional.of(INTEGER);
    }
    var decimal = DECIMAL_TYPE.matcher(type);
    if (decimal.matches()) {
      return Optional.of(
          Pattern.compile(
              "[+-]?\\d+(\\.\\d{1,%s})?"
                  .formatted(Math.max(1, Integer.parseInt(decimal.group(2))))));
    }
    return switch (type) {
      case "DATE" -> Optional.of(DATE);
      case "TIMESTAMP", "TIMESTAMP_NS" -> Optional.of(TIMESTAMP);
      case "TIMESTAMP WITH TIME ZONE" -> Optional.of(INSTANT);
      case "BOOLEAN" -> Optional.of(BOOLEAN);
      case "DOUBLE", "FLOAT" -> Optional.of(NUMBER);
      case "UUID" -> Optional.of(UUID);
      default -> Optional.empty();
    };
  }

  private static boolean all(Pattern pattern, Set<String> values) {
    return values.stream().allMatch(value -> pattern.matcher(value).matches());
  }
}
