package dev.lakeferry.verification;

/** Something in a file of declared checks that cannot be used; the message names file and line. */
final class FileProblem extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Takes where and what.
   *
   * @param line counts from 1
   */
  FileProblem(String file, int line, String what) {
    super("%s:%d: %s".formatted(file, line, what));
  }
}
