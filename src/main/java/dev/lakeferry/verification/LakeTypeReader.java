package dev.lakeferry.verification;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads a type in DuckDB's notation from left to right. */
final class LakeTypeReader {
  private final String text;
  private int at;

  LakeTypeReader(String text) {
    this.text = text;
  }

  LakeType whole() {
    LakeType type = type();
    skipSpaces();
    if (at < text.length()) {
      throw unreadable();
    }
    return type;
  }

  private LakeType type() {
    LakeType type = element();
    while (accept("[]")) {
      type = new LakeType.ListOf(type);
    }
    return type;
  }

  private LakeType element() {
    skipSpaces();
    String word = word();
    String upper = word.toUpperCase(Locale.ROOT);
    if (upper.equals("STRUCT") && accept("(")) {
      return struct();
    }
    if (upper.equals("MAP") && accept("(")) {
      LakeType key = type();
      expect(",");
      LakeType value = type();
      expect(")");
      return new LakeType.MapOf(key, value);
    }
    if (upper.equals("DECIMAL") && accept("(")) {
      int width = number();
      expect(",");
      int scale = number();
      expect(")");
      return new LakeType.Decimal(width, scale);
    }
    return new LakeType.Plain(upper + rest());
  }

  private LakeType struct() {
    List<LakeType.Field> fields = new ArrayList<>();
    do {
      skipSpaces();
      String name = word();
      fields.add(new LakeType.Field(name, type()));
    } while (accept(","));
    expect(")");
    return new LakeType.Struct(fields);
  }

  /**
   * The further words of {@code TIMESTAMP WITH TIME ZONE}, the parameters of {@code GEOMETRY(…)}.
   */
  private String rest() {
    int begin = at;
    int depth = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (depth == 0 && (c == ',' || c == ')' || c == '[')) {
        break;
      }
      if (c == '\'' || c == '"') {
        quoted(c);
        continue;
      }
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      at++;
    }
    return text.substring(begin, at).stripTrailing();
  }

  private String word() {
    if (at < text.length() && text.charAt(at) == '"') {
      return quoted('"');
    }
    int begin = at;
    while (at < text.length() && " ,()[]".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    if (at == begin) {
      throw unreadable();
    }
    return text.substring(begin, at);
  }

  private String quoted(char quote) {
    StringBuilder name = new StringBuilder();
    for (at++; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c != quote) {
        name.append(c);
      } else if (at + 1 < text.length() && text.charAt(at + 1) == quote) {
        name.append(c);
        at++;
      } else {
        at++;
        return name.toString();
      }
    }
    throw unreadable();
  }

  private int number() {
    skipSpaces();
    int begin = at;
    while (at < text.length() && Character.isDigit(text.charAt(at))) {
      at++;
    }
    return Integer.parseInt(text.substring(begin, at));
  }

  private boolean accept(String token) {
    int before = at;
    skipSpaces();
    if (text.startsWith(token, at)) {
      at += token.length();
      return true;
    }
    at = before;
    return false;
  }

  private void expect(String token) {
    if (!accept(token)) {
      throw unreadable();
    }
  }

  private void skipSpaces() {
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
  }

  private IllegalArgumentException unreadable() {
    return new IllegalArgumentException("Not a type in DuckDB's notation: " + text);
  }
}
