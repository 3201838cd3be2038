package dev.lakeferry.failure;

/**
 * The generation was overtaken by a newer one (law "never backwards"); the attempt ends {@code
 * stale}, not {@code failed}.
 */
public final class SupersededFailure extends RunFailure {

  private static final long serialVersionUID = 1L;

  private final String newerRunId;

  /** Takes the id of the run that carries the newer generation, and a message that says so. */
  public SupersededFailure(String newerRunId, String message) {
    super(message, null);
    this.newerRunId = newerRunId;
  }

  /** The run that carries the newer generation. */
  public String newerRunId() {
    return newerRunId;
  }
}
