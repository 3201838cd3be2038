package dev.lakeferry.bench;

/** Something that the bench does when its name is given. */
@FunctionalInterface
interface Task {
  /**
   * Does it, prints a table and writes a file of figures.
   *
   * @param rounds that count, after one to warm up
   * @return whether all limits are met
   */
  boolean run(BenchOptions options, int rounds) throws Exception;
}
