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

  /** {@code file:line:column}, or the file alone where no place in it is known. */
  public String place() {
    return line == 0 ? file : "%s:%d:%d".formatted(file, line, column);
  }

  /** As compilers write it, so that editors find the place. */
  @Override
  public String toString() {
    return place() + ": " + text;
  }
}
