package dev.lakeferry.failure;

/**
 * A failure that may pass: throttling or a 5xx of S3, a lost connection, a catalog conflict, an
 * invalidated engine, an object that vanished while it was copied.
 */
public final class RetryableFailure extends RunFailure {

  private static final long serialVersionUID = 1L;

  private final Cause cause;

  /** What a metric of retries is labelled with. */
  public enum Cause {
    STORAGE,
    CONNECTION,
    CONFLICT,
    ENGINE,
    VANISHED_OBJECT,
    BUSY,
    HELD,
    REBUILDING,
    TIME_BUDGET,
    STALLED,
    LEASE_LOST,
    UNKNOWN_OUTCOME
  }

  /** Takes the kind of failure, a message for the operator, and the exception that told. */
  public RetryableFailure(Cause cause, String message, Throwable thrown) {
    super(message, thrown);
    this.cause = cause;
  }

  /** What kind of failure it is. */
  public Cause kind() {
    return cause;
  }
}
