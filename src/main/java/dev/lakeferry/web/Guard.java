package dev.lakeferry.web;

/** Decides who may do what. */
@FunctionalInterface
public interface Guard {

  /**
   * Lets a request through.
   *
   * @return the request with who sent it and what they may do
   * @throws Problem of 401, 403, 421 or 429 if it is refused
   */
  WebRequest admit(WebRequest request, Access access);
}
