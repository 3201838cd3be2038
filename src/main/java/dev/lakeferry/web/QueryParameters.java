package dev.lakeferry.web;

import java.util.Optional;

/** The parameters of a request's query; each throws a Problem of 400 that names what is wrong. */
public final class QueryParameters {
  private static final int LONGEST = 400;

  private final WebRequest request;

  /** Takes a request. */
  public QueryParameters(WebRequest request) {
    this.request = request;
  }

  /** A text without the blanks around it; what is blank was not asked for. */
  public Optional<String> text(String name) {
    return text(name, LONGEST);
  }

  /** The same, of at most so many characters. */
  public Optional<String> text(String name, int longest) {
    Optional<String> text = request.parameter(name).map(String::strip).filter(t -> !t.isEmpty());
    if (text.filter(t -> t.length() > longest).isPresent()) {
      throw wrong(name, "is longer than anything that could be found");
    }
    return text;
  }

  /** A whole number. */
  public Optional<Long> number(String name) {
    return text(name).map(text -> parsed(name, text));
  }

  /** A whole number within bounds. */
  public Optional<Long> number(String name, long least, long most) {
    Optional<Long> number = number(name);
    if (number.filter(n -> n < least || n > most).isPresent()) {
      throw wrong(name, "must be a whole number from " + least + " to " + most);
    }
    return number;
  }

  private static long parsed(String name, String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw wrong(name, "must be a whole number");
    }
  }

  /** The problem with a parameter, {@code what} being such as {@code is missing}. */
  public static Problem wrong(String name, String what) {
    return Problem.badRequest("The parameter " + name + " " + what + ".");
  }
}
