package dev.lakeferry.job;

import java.util.Optional;

/**
 * What is asked of the lake before a dead worker's attempt is taken over.
 *
 * <p>Law "one publisher a table": its sessions end first, so that a worker that was only paused
 * cannot commit afterwards. Law "unknown outcomes": what it had committed is looked up.
 */
public interface Fence {

  /**
   * Ends the sessions at the catalog of the engine that an attempt had.
   *
   * @throws dev.lakeferry.failure.RunFailure if that is not certain; then nothing is taken over yet
   */
  void endCatalogSession(Attempt attempt);

  /** The snapshot that an attempt made, if its COMMIT landed. */
  Optional<PublishedSnapshot> outcome(Attempt attempt);
}
