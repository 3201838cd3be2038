package dev.lakeferry.settings;

import java.util.Collection;
import java.util.Comparator;

/** Finds the name that was probably meant. */
public final class NearestName {
  private NearestName() {}

  /**
   * The question to put behind an unknown name.
   *
   * @param known at least one
   */
  public static String hint(String name, Collection<String> known) {
    String nearest =
        known.stream()
            .min(
                Comparator.comparingInt((String one) -> distance(bare(name), bare(one)))
                    .thenComparing(Comparator.naturalOrder()))
            .orElseThrow();
    return "; did you mean '" + nearest + "'?";
  }

  private static String bare(String name) {
    return name.toLowerCase(java.util.Locale.ROOT).replace("_", "").replace("-", "");
  }

  /** Levenshtein's: the fewest letters to put in, take out or change. */
  static int distance(String one, String other) {
    int[] row = new int[other.length() + 1];
    for (int column = 0; column <= other.length(); column++) {
      row[column] = column;
    }
    for (int line = 1; line <= one.length(); line++) {
      int diagonal = row[0];
      row[0] = line;
      for (int column = 1; column <= other.length(); column++) {
        int changed = diagonal + (one.charAt(line - 1) == other.charAt(column - 1) ? 0 : 1);
        diagonal = row[column];
        row[column] = Math.min(changed, 1 + Math.min(row[column], row[column - 1]));
      }
    }
    return row[other.length()];
  }
}
