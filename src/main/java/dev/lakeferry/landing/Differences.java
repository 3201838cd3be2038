package dev.lakeferry.landing;

import java.util.ArrayList;
import java.util.List;

/** In what a prefix differs from its plan: the first few told, all counted. */
final class Differences {
  private static final int TOLD = 5;

  private final List<String> told = new ArrayList<>();
  private int count;

  void add(String difference) {
    count++;
    if (told.size() < TOLD) {
      told.add(difference);
    }
  }

  boolean isEmpty() {
    return count == 0;
  }

  @Override
  public String toString() {
    String more = count > told.size() ? "; and " + (count - told.size()) + " more" : "";
    return String.join("; ", told) + more;
  }
}
