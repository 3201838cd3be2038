package dev.lakeferry.web;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A path with parts in braces. It is compared segment by segment with the path as it was sent, so
 * that no decoded slash or dot can lead elsewhere.
 */
record PathTemplate(String template) {
  /** Longer ones are nobody's run, table or team. */
  private static final int LONGEST_SEGMENT = 1024;

  /** What stands for bytes that are not UTF-8. */
  private static final char BROKEN = '\uFFFD';

  /** What stands in place of the parts in braces, decoded. */
  Optional<Map<String, String>> match(String rawPath) {
    String[] expected = template.split("/", -1);
    String[] given = rawPath.split("/", -1);
    if (expected.length != given.length) {
      return Optional.empty();
    }
    Map<String, String> parameters = new LinkedHashMap<>();
    for (int index = 0; index < expected.length; index++) {
      String segment = expected[index];
      Optional<String> text = decoded(given[index]);
      if (text.isEmpty()) {
        return Optional.empty();
      }
      if (segment.startsWith("{")) {
        if (!isName(text.get())) {
          return Optional.empty();
        }
        parameters.put(segment.substring(1, segment.length() - 1), text.get());
      } else if (!segment.equals(text.get())) {
        return Optional.empty();
      }
    }
    return Optional.of(parameters);
  }

  private static boolean isName(String text) {
    return !text.isEmpty()
        && text.length() <= LONGEST_SEGMENT
        && text.chars().noneMatch(c -> Character.isISOControl(c) || c == BROKEN)
        && Arrays.stream(text.split("[/\\\\]", -1)).noneMatch(PathTemplate::isDots);
  }

  /** A job's id may hold slashes; nothing that leads upwards. */
  private static boolean isDots(String part) {
    return part.equals(".") || part.equals("..");
  }

  private static Optional<String> decoded(String segment) {
    try {
      return Optional.of(URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
