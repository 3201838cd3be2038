package dev.lakeferry.ops;

/**
 * Something in a file of routes that keeps it from being used.
 *
 * @param file its name, or the directory's where it concerns that
 * @param line from 1; 0 where no place is known
 * @param column from 1; 0 where no place is known
 * @param text what is wrong and what to do
 */
public record RouteProblem(String file, int line, int column, String text) {

  /** As compilers write it, so that editors find the place. */
  @Override
  public String toString() {
    return line == 0
        ? "%s: %s".formatted(file, text)
        : "%s:%d:%d: %s".formatted(file, line, column, text);
  }
}
