package dev.lakeferry.bench;

/**
 * One way to do a scenario's work.
 *
 * @param name as the table of figures calls it
 * @param limit what its median may be
 * @param turn does the work once
 */
record Contender(String name, Limit limit, Turn turn) {

  /** The bare program that the others are measured by. */
  static Contender floor(String name, Turn turn) {
    return new Contender(name, new Limit.Floor(), turn);
  }

  /** What is to stay below a ratio to the floor. */
  static Contender limited(String name, double atMost, Turn turn) {
    return new Contender(name, new Limit.Ratio(atMost), turn);
  }

  /** What is to stay below a time. */
  static Contender within(String name, double seconds, Turn turn) {
    return new Contender(name, new Limit.Seconds(seconds), turn);
  }

  /** A program that people use for the same; what is limited must not be slower. */
  static Contender peer(String name, Turn turn) {
    return new Contender(name, new Limit.Peer(), turn);
  }

  /** What is only told. */
  static Contender shown(String name, Turn turn) {
    return new Contender(name, new Limit.Shown(), turn);
  }

  /** The work. */
  @FunctionalInterface
  interface Turn {
    /**
     * Does it once; what has to be prepared or looked at besides is left out of the time.
     *
     * @param round counts from 0, the one to warm up
     */
    Took take(int round) throws Exception;
  }
}
