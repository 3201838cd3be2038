package dev.lakeferry.route;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * What was told last, by whom: a trouble that lasts is told once, not with every poll. Texts that
 * differ only in the number that a store gave its request count as the same.
 */
final class Told {
  private static final Pattern REQUEST = Pattern.compile("\\(request [^)]*\\)");

  private final Map<String, String> last = new ConcurrentHashMap<>();

  /** Whether this is another trouble than the last of this teller. */
  boolean isNews(String teller, String text) {
    String same = REQUEST.matcher(text).replaceAll("");
    return !same.equals(last.put(teller, same));
  }

  /** All is well: the same trouble would be news again. */
  void forget(String teller) {
    last.remove(teller);
  }
}
