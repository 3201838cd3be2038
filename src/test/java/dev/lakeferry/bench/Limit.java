package dev.lakeferry.bench;

import java.util.Locale;

/** What a contender's median may be at most. */
sealed interface Limit {

  /** It is what the others are measured by. */
  record Floor() implements Limit {
    @Override
    public String toString() {
      return "floor";
    }
  }

  /** So many times the floor's. */
  record Ratio(double atMost) implements Limit {
    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%.2f", atMost);
    }
  }

  /** So many seconds, where there is no floor. */
  record Seconds(double atMost) implements Limit {
    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%.3f s", atMost);
    }
  }

  /** Whatever it is, but those with a ratio must not be slower: it is what people use today. */
  record Peer() implements Limit {
    @Override
    public String toString() {
      return "peer";
    }
  }

  /** Whatever it is. */
  record Shown() implements Limit {
    @Override
    public String toString() {
      return "-";
    }
  }
}
