package dev.lakeferry.web;

/** Answers requests; called from many threads, and may block. */
@FunctionalInterface
public interface Handler {

  /**
   * Answers one.
   *
   * @throws Problem if it is to be answered with that problem; anything else that is thrown becomes
   *     a 500 that tells nothing but a reference into the log
   */
  WebResponse answer(WebRequest request);
}
