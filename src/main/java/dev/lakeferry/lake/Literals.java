package dev.lakeferry.lake;

import dev.lakeferry.failure.FinalFailure;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Puts values into a statement as literals, for a server that is sent texts alone: PostgreSQL's
 * simple protocol has no parameters, and no protocol of its knows DuckDB's lists.
 *
 * <p>Law "names from outside are data": whatever a value holds, it stays within its quotes. Only
 * question marks outside of texts, quoted names and comments are taken for places of values.
 */
final class Literals {
  private final String sql;
  private final Object[] values;
  private final StringBuilder text = new StringBuilder();
  private int position;
  private int used;

  private Literals(String sql, Object... values) {
    this.sql = sql;
    this.values = values;
  }

  /**
   * A statement with its values in place.
   *
   * @param values texts, whole numbers, truth values, or lists of texts; null where there is none
   * @throws IllegalArgumentException if there are more or fewer values than question marks
   * @throws FinalFailure if a text holds the character NUL, which the protocol cannot carry
   */
  static String bind(String sql, Object... values) {
    return new Literals(sql, values).bound();
  }

  private String bound() {
    while (position < sql.length()) {
      char c = sql.charAt(position);
      if (c == '\'') {
        boolean escapes = precededByE();
        copyQuoted(c, escapes);
      } else if (c == '"') {
        copyQuoted(c, false);
      } else if (sql.startsWith("--", position)) {
        copyUntil("\n");
      } else if (sql.startsWith("/*", position)) {
        copyUntil("*/");
      } else if (c == '$' && !afterWord() && dollarTag() != null) {
        String tag = dollarTag();
        text.append(tag);
        position += tag.length();
        copyUntil(tag);
      } else if (c == '?') {
        text.append(literal());
        position++;
      } else {
        text.append(c);
        position++;
      }
    }
    if (used != values.length) {
      throw new IllegalArgumentException(
          "%d values for %d question marks: %s".formatted(values.length, used, sql));
    }
    return text.toString();
  }

  private void copyQuoted(char quote, boolean escapes) {
    text.append(quote);
    for (position++; position < sql.length(); position++) {
      char c = sql.charAt(position);
      text.append(c);
      if (escapes && c == '\\' && position + 1 < sql.length()) {
        position++;
        text.append(sql.charAt(position));
      } else if (c == quote) {
        if (position + 1 < sql.length() && sql.charAt(position + 1) == quote) {
          position++;
          text.append(quote);
        } else {
          position++;
          return;
        }
      }
    }
  }

  /** Copies up to and with an end, or all where it never comes. */
  private void copyUntil(String end) {
    int found = sql.indexOf(end, position);
    int stop = found < 0 ? sql.length() : found + end.length();
    text.append(sql, position, stop);
    position = stop;
  }

  private static boolean isPartOfWord(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '$';
  }

  private boolean afterWord() {
    return position > 0 && isPartOfWord(sql.charAt(position - 1));
  }

  private boolean precededByE() {
    return position > 0
        && Character.toUpperCase(sql.charAt(position - 1)) == 'E'
        && (position == 1 || !isPartOfWord(sql.charAt(position - 2)));
  }

  /** {@code $$} or {@code $word$} where one begins here; null otherwise. */
  private String dollarTag() {
    int end = position + 1;
    while (end < sql.length()
        && (Character.isLetterOrDigit(sql.charAt(end)) || sql.charAt(end) == '_')) {
      end++;
    }
    boolean digit = end > position + 1 && Character.isDigit(sql.charAt(position + 1));
    return end < sql.length() && sql.charAt(end) == '$' && !digit
        ? sql.substring(position, end + 1)
        : null;
  }

  private String literal() {
    if (used == values.length) {
      throw new IllegalArgumentException(
          "%d values for more question marks: %s".formatted(values.length, sql));
    }
    return literal(values[used++]);
  }

  private static String literal(Object value) {
    if (value == null) {
      return "NULL";
    }
    if (value instanceof String string) {
      return quoted(string);
    }
    if (value instanceof List<?> list) {
      return list.isEmpty()
          ? "CAST([] AS VARCHAR[])"
          : list.stream().map(Literals::literal).collect(Collectors.joining(", ", "[", "]"));
    }
    if (value instanceof Long || value instanceof Integer || value instanceof Boolean) {
      return value.toString();
    }
    throw new IllegalArgumentException("No literal for a " + value.getClass().getName());
  }

  private static String quoted(String string) {
    if (string.indexOf('\0') >= 0) {
      throw new FinalFailure(
          "A text holds the character NUL, which cannot be sent to Duckgres: "
              + string.replace('\0', '?'));
    }
    return Quote.text(string);
  }
}
