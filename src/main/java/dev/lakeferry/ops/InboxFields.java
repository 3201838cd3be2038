package dev.lakeferry.ops;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The fields of a completion as JSON, by the names of the inbox's columns. What is wrong with a
 * column is kept, so that all of it is told at once: whoever reads them calls {@link #refuseBad}
 * when all were read, and takes no value before.
 */
final class InboxFields {
  private static final Instant EARLIEST = Instant.EPOCH;
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999Z");

  private final JsonNode object;
  private final Map<String, String> problems = new LinkedHashMap<>();

  InboxFields(JsonNode object) {
    this.object = object;
  }

  /** Whether the field is there at all, if only as a null. */
  boolean has(String column) {
    return object.has(column);
  }

  /**
   * Says what is wrong.
   *
   * @throws BadFields if anything is
   */
  void refuseBad() {
    if (!problems.isEmpty()) {
      throw new BadFields(problems);
    }
  }

  private <T> T checked(String column, Supplier<T> read) {
    try {
      return read.get();
    } catch (IllegalArgumentException e) {
      problems.putIfAbsent(column, e.getMessage());
      return null;
    }
  }

  /** The team's id, which must be there. */
  Long team() {
    return checked(
        "team_id",
        () -> {
          long team = required(wholeNumber("team_id"), "team_id");
          if (team < 1) {
            throw new IllegalArgumentException("team_id must be 1 or more");
          }
          return team;
        });
  }

  /** A time with its offset, in the years 1970 to 9999. */
  Instant time(String column) {
    return checked(column, () -> instant(column));
  }

  private Instant instant(String column) {
    String text = plainText(column);
    if (text == null) {
      return null;
    }
    try {
      Instant at = OffsetDateTime.parse(text).toInstant();
      if (at.isBefore(EARLIEST) || at.isAfter(LATEST)) {
        throw new IllegalArgumentException(column + " must lie in the years 1970 to 9999");
      }
      return at;
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(
          "%s is '%s' but must be ISO-8601 with its offset, such as 2026-01-02T03:04:05Z"
              .formatted(column, text),
          e);
    }
  }

  /** A text of 1 to so many characters that must be there. */
  String required(String column, int most) {
    return checked(
        column,
        () -> {
          String text = required(plainText(column), column);
          if (text.isEmpty() || text.codePointCount(0, text.length()) > most) {
            throw new IllegalArgumentException(
                "%s must be 1 to %d characters".formatted(column, most));
          }
          return text;
        });
  }

  private static <T> T required(T value, String column) {
    if (value == null) {
      throw new IllegalArgumentException(column + " is missing");
    }
    return value;
  }

  /** A text, or null. */
  String text(String column) {
    return checked(column, () -> plainText(column));
  }

  private String plainText(String column) {
    JsonNode value = object.path(column);
    if (value.isMissingNode() || value.isNull()) {
      return null;
    }
    if (!value.isTextual()) {
      throw new IllegalArgumentException("%s must be a text".formatted(column));
    }
    if (value.textValue().indexOf('\0') >= 0) {
      throw new IllegalArgumentException("%s holds a NUL character".formatted(column));
    }
    return value.textValue();
  }

  /** A whole number of 0 or more, or null. */
  Long notNegative(String column) {
    return checked(
        column,
        () -> {
          Long number = wholeNumber(column);
          if (number != null && number < 0) {
            throw new IllegalArgumentException("%s must be 0 or more".formatted(column));
          }
          return number;
        });
  }

  /** A whole number, or null. */
  Long number(String column) {
    return checked(column, () -> wholeNumber(column));
  }

  private Long wholeNumber(String column) {
    JsonNode value = object.path(column);
    if (value.isMissingNode() || value.isNull()) {
      return null;
    }
    if (!value.isIntegralNumber() || !value.canConvertToLong()) {
      throw new IllegalArgumentException("%s must be a whole number".formatted(column));
    }
    return value.longValue();
  }
}
