package dev.lakeferry.bench;

import java.util.List;

/** Something to be done in more than one way, in parts that it starts and closes itself. */
interface Scenario extends AutoCloseable {

  /** What is done and what is measured, in a sentence or two. */
  String about();

  /** The floor first. */
  List<Contender> contenders();

  /**
   * Looks, after all rounds, whether every contender brought about the same.
   *
   * @throws IllegalStateException if one did not
   */
  void compare() throws Exception;

  @Override
  void close();
}
