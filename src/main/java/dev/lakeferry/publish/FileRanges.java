package dev.lakeferry.publish;

import dev.lakeferry.lake.LiveTable.Bounds;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Between which values of one column files lie.
 *
 * @param starts each file's least value, sorted
 * @param ends each file's largest value, sorted
 */
record FileRanges(Key[] starts, Key[] ends) {
  private static final Set<String> NUMBERS =
      Set.of(
          "TINYINT",
          "SMALLINT",
          "INTEGER",
          "BIGINT",
          "UTINYINT",
          "USMALLINT",
          "UINTEGER",
          "UBIGINT");
  private static final Set<String> TIMES = Set.of("DATE", "TIMESTAMP");
  private static final Pattern TIME =
      Pattern.compile("\\d{4}-\\d{2}-\\d{2}( \\d{2}:\\d{2}:\\d{2}(\\.\\d+)?)?");

  /** Whether values of a type can be compared here as the engine compares them. */
  static boolean compares(String type) {
    return NUMBERS.contains(type) || TIMES.contains(type);
  }

  /** A number, or a time whose text orders like itself. */
  record Key(BigDecimal number, String text) implements Comparable<Key> {
    static Optional<Key> of(String type, String text) {
      try {
        if (NUMBERS.contains(type)) {
          return Optional.of(new Key(new BigDecimal(text), ""));
        }
      } catch (NumberFormatException e) {
        return Optional.empty();
      }
      return TIME.matcher(text).matches()
          ? Optional.of(new Key(BigDecimal.ZERO, text))
          : Optional.empty();
    }

    @Override
    public int compareTo(Key other) {
      int byNumber = number.compareTo(other.number);
      return byNumber != 0 ? byNumber : text.compareTo(other.text);
    }
  }

  /**
   * Between which values some files lie.
   *
   * @param least as the catalog writes it
   * @param most likewise
   */
  record Range(Key from, Key to, String least, String most, List<String> files) {
    Range with(Range later) {
      List<String> both = new ArrayList<>(files);
      both.addAll(later.files);
      boolean reaches = to.compareTo(later.to) >= 0;
      return new Range(from, reaches ? to : later.to, least, reaches ? most : later.most, both);
    }
  }

  /** Of a type; empty if a bound cannot be compared. */
  static Optional<FileRanges> of(String type, Collection<Bounds> bounds) {
    Key[] starts = new Key[bounds.size()];
    Key[] ends = new Key[bounds.size()];
    int i = 0;
    for (Bounds of : bounds) {
      Optional<Key> start = Key.of(type, of.least());
      Optional<Key> end = Key.of(type, of.most());
      if (start.isEmpty() || end.isEmpty()) {
        return Optional.empty();
      }
      starts[i] = start.get();
      ends[i++] = end.get();
    }
    Arrays.sort(starts);
    Arrays.sort(ends);
    return Optional.of(new FileRanges(starts, ends));
  }

  /** How many files hold a value of a range. */
  long touched(Range range) {
    return below(starts, range.to, true) - below(ends, range.from, false);
  }

  private static int below(Key[] sorted, Key limit, boolean inclusive) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      int order = sorted[middle].compareTo(limit);
      if (order < 0 || inclusive && order == 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
