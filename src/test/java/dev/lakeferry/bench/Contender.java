package dev.lakeferry.bench;

import java.util.Optional;

/**
 * One way to do a scenario's work.
 *
 * @param name as the table of figures calls it
 * @param atMost how many times the floor's median its own may be; empty for the floor
 * @param turn does the work once
 */
record Contender(String name, Optional<Double> atMost, Turn turn) {

  /** The bare program that the others are measured by. */
  static Contender floor(String name, Turn turn) {
    return new Contender(name, Optional.empty(), turn);
  }

  /** What is to stay below a ratio to the floor. */
  static Contender limited(String name, double atMost, Turn turn) {
    return new Contender(name, Optional.of(atMost), turn);
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
