package dev.lakeferry.job;

/** What an operator named is not there; nothing was changed. */
public final class NotThere extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  /** Takes a message that names it. */
  public NotThere(String message) {
    super(message);
  }
}
