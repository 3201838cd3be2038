package dev.lakeferry.failure;

/**
 * A failure that another try cannot mend: bad input, a mismatch, a missing permission, a schema
 * that the policy refuses, a name that is taken.
 */
public final class FinalFailure extends RunFailure {

  private static final long serialVersionUID = 1L;

  /** Takes a message that names what failed and what to do next. */
  public FinalFailure(String message) {
    this(message, null);
  }

  /** As above, with the exception that told. */
  public FinalFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
