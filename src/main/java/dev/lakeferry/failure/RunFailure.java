package dev.lakeferry.failure;

/**
 * Ends an attempt. Its message is written for the operator: what failed, what was kept, and what to
 * do next. It never carries a secret.
 */
public abstract sealed class RunFailure extends RuntimeException
    permits FinalFailure, RetryableFailure, SupersededFailure {

  private static final long serialVersionUID = 1L;

  RunFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
