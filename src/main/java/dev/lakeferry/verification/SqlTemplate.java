package dev.lakeferry.verification;

import dev.lakeferry.generation.Relation;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.lake.Quote;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.settings.NearestName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A query with placeholders in braces. Names from outside are data: where a placeholder stands as
 * an identifier it becomes a quoted one, within quotes the bare name with those quotes doubled.
 * Doubled braces stand for single ones, as in the files of the first implementation.
 */
public final class SqlTemplate {
  static final List<String> PLACEHOLDERS =
      List.of("ducklake_table", "ducklake_schema", "ducklake_alias", "schema_name", "table_name");

  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([A-Za-z_][A-Za-z0-9_]*)\\}");
  private static final Pattern OPENS_DELTA_SCAN =
      Pattern.compile("(?is)(?:^|.*[^a-z0-9_\"])(delta_scan\\s*\\(\\s*)");
  private static final Pattern CLOSES = Pattern.compile("\\s*\\)");

  private final List<Piece> pieces = new ArrayList<>();
  private int questionMarks;

  private sealed interface Piece {}

  private record Text(String text) implements Piece {}

  /** A placeholder within quotes of a kind, or within none. */
  private record Placeholder(String name, char quote) implements Piece {}

  /** A parameter. */
  private record QuestionMark(int index) implements Piece {}

  /**
   * A call of delta_scan whose only argument is a parameter.
   *
   * @param text the call as it is written
   */
  private record Scan(int index, String text) implements Piece {
    boolean ofSource(List<String> parameters) {
      return parameters.get(index).equals(QueryParameter.SOURCE);
    }
  }

  private SqlTemplate() {}

  /**
   * Reads a query.
   *
   * @throws IllegalArgumentException if it holds a placeholder that is not known
   */
  static SqlTemplate parse(String sql) {
    SqlTemplate template = new SqlTemplate();
    StringBuilder text = new StringBuilder();
    char quote = 0;
    for (int i = 0; i < sql.length(); i++) {
      char c = sql.charAt(i);
      boolean doubled = i + 1 < sql.length() && sql.charAt(i + 1) == c;
      Matcher placeholder = PLACEHOLDER.matcher(sql).region(i, sql.length());
      if ((c == '{' || c == '}') && doubled) {
        text.append(c);
        i++;
      } else if (c == '{' && placeholder.lookingAt()) {
        template.text(text);
        template.pieces.add(new Placeholder(known(placeholder.group(1)), quote));
        i = placeholder.end() - 1;
      } else if (c == '?' && quote == 0) {
        Matcher opening = OPENS_DELTA_SCAN.matcher(text);
        Matcher closing = CLOSES.matcher(sql).region(i + 1, sql.length());
        if (opening.matches() && closing.lookingAt()) {
          String call = opening.group(1) + "?" + closing.group();
          text.setLength(opening.start(1));
          template.text(text);
          template.pieces.add(new Scan(template.questionMarks++, call));
          i = closing.end() - 1;
        } else {
          template.text(text);
          template.pieces.add(new QuestionMark(template.questionMarks++));
        }
      } else {
        text.append(c);
        if (quote == 0 && sql.startsWith("--", i)) {
          quote = '\n';
        } else if (quote == 0 && sql.startsWith("/*", i)) {
          quote = '*';
        } else if (quote == 0 && (c == '\'' || c == '"')) {
          quote = c;
        } else if (c == quote && (c != '*' || sql.startsWith("*/", i))) {
          // A doubled quote closes and opens again.
          quote = 0;
        }
      }
    }
    template.text(text);
    return template;
  }

  private static String known(String name) {
    if (!PLACEHOLDERS.contains(name)) {
      throw new IllegalArgumentException(
          "no placeholder is called {%s}%s".formatted(name, NearestName.hint(name, PLACEHOLDERS)));
    }
    return name;
  }

  private void text(StringBuilder text) {
    if (!text.isEmpty()) {
      pieces.add(new Text(text.toString()));
      text.setLength(0);
    }
  }

  /** Whether a function of the delta extension may be in it. */
  boolean namesDelta() {
    return pieces.stream()
        .anyMatch(
            piece ->
                piece instanceof Scan
                    || piece instanceof Text text
                        && text.text().toLowerCase(Locale.ROOT).contains("delta_"));
  }

  /** How many parameters it takes. */
  int questionMarks() {
    return questionMarks;
  }

  /** Whether it scans the source itself, by delta_scan alone. */
  boolean scansSource(List<String> parameters) {
    return pieces.stream()
        .anyMatch(piece -> piece instanceof Scan scan && scan.ofSource(parameters));
  }

  /**
   * The query about a table. A scan of the source reads the rows that the generation was made from:
   * the source goes on while it is being checked, and some tables the engine's own scan misreads.
   */
  String render(TableName table, List<String> parameters, Optional<Relation> source) {
    StringBuilder sql = new StringBuilder();
    for (Piece piece : pieces) {
      if (piece instanceof Text text) {
        sql.append(text.text());
      } else if (piece instanceof Placeholder placeholder) {
        sql.append(name(placeholder, table));
      } else if (piece instanceof QuestionMark) {
        sql.append('?');
      } else if (piece instanceof Scan scan) {
        sql.append(
            source
                .filter(rows -> scan.ofSource(parameters))
                .map(Relation::sql)
                .orElse(scan.text()));
      }
    }
    return sql.toString();
  }

  /** The values of the rendered query's question marks. */
  List<Object> parameters(
      List<String> names, Function<String, Object> value, Optional<Relation> source) {
    List<Object> values = new ArrayList<>();
    for (Piece piece : pieces) {
      if (piece instanceof Scan scan && scan.ofSource(names) && source.isPresent()) {
        values.addAll(source.get().parameters());
      } else if (piece instanceof Scan scan) {
        values.add(value.apply(names.get(scan.index())));
      } else if (piece instanceof QuestionMark mark) {
        values.add(value.apply(names.get(mark.index())));
      }
    }
    return values;
  }

  private static String name(Placeholder placeholder, TableName table) {
    List<String> parts =
        switch (placeholder.name()) {
          case "ducklake_table" -> List.of(Lake.ALIAS, table.schema(), table.table());
          case "ducklake_schema" -> List.of(Lake.ALIAS, table.schema());
          case "ducklake_alias" -> List.of(Lake.ALIAS);
          case "schema_name" -> List.of(table.schema());
          default -> List.of(table.table());
        };
    if (placeholder.quote() == '\'' || placeholder.quote() == '"') {
      String quote = String.valueOf(placeholder.quote());
      return String.join(".", parts).replace(quote, quote + quote);
    }
    return String.join(".", parts.stream().map(Quote::name).toList());
  }
}
