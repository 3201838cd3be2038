package dev.lakeferry.job;

/** What an operator asked for cannot be done as things stand; nothing was changed. */
public final class Refused extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  /** Takes a message that says why, and what can be done. */
  public Refused(String message) {
    super(message);
  }
}
