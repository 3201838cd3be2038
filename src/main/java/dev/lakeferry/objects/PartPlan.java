package dev.lakeferry.objects;

import java.util.ArrayList;
import java.util.List;

/**
 * How a large object is cut into parts. S3 takes at most 10,000 parts, each of 5 MiB to 5 GiB (the
 * last may be smaller), so that the parts grow with the object.
 *
 * @param parts in their order; part numbers count from 1
 */
record PartPlan(List<Part> parts) {

  private static final int MOST_PARTS = 10_000;

  /**
   * A part.
   *
   * @param first the first byte, counted from 0
   * @param last the last byte, inclusive
   */
  record Part(int number, long first, long last) {
    String range() {
      return "bytes=" + first + "-" + last;
    }
  }

  /**
   * Cuts an object of {@code size} bytes (at least 1).
   *
   * @param leastPartSize in bytes; larger only if there would be too many parts
   */
  static PartPlan of(long size, long leastPartSize) {
    long partSize = Math.max(leastPartSize, ceilingOfQuotient(size, MOST_PARTS));
    List<Part> parts = new ArrayList<>();
    for (long first = 0; first < size; first += partSize) {
      parts.add(new Part(parts.size() + 1, first, Math.min(first + partSize, size) - 1));
    }
    return new PartPlan(List.copyOf(parts));
  }

  private static long ceilingOfQuotient(long dividend, long divisor) {
    return dividend / divisor + (dividend % divisor == 0 ? 0 : 1);
  }
}
