package dev.lakeferry.web;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Names and values as queries and forms carry them. */
final class FormText {
  /** More than any of ours has; the rest is nobody's. */
  private static final int MOST_PAIRS = 200;

  private FormText() {}

  /** Reads them; throws a Problem of 400 where the escapes are broken or there are too many. */
  static Map<String, List<String>> parse(String text) {
    Map<String, List<String>> pairs = new LinkedHashMap<>();
    int count = 0;
    for (String pair : text.split("&")) {
      if (pair.isEmpty()) {
        continue;
      }
      if (++count > MOST_PAIRS) {
        throw Problem.badRequest(
            "More than %d parameters. Nothing was changed.".formatted(MOST_PAIRS));
      }
      String[] parts = pair.split("=", 2);
      pairs
          .computeIfAbsent(decoded(parts[0]), name -> new ArrayList<>())
          .add(parts.length == 2 ? decoded(parts[1]) : "");
    }
    return pairs;
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw Problem.badRequest("A percent escape in a parameter is broken. Nothing was changed.");
    }
  }
}
