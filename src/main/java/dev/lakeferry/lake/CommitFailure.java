package dev.lakeferry.lake;

import dev.lakeferry.failure.RunFailure;

/** COMMIT was sent and failed: whether it took effect is not known yet. */
public final class CommitFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final RunFailure failure;

  CommitFailure(RunFailure failure) {
    super(failure.getMessage(), failure);
    this.failure = failure;
  }

  /** What the engine said, classified. */
  public RunFailure failure() {
    return failure;
  }
}
