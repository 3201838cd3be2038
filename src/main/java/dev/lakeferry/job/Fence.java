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
   * Ends an engine's sessions at the catalog.
   *
   * @throws dev.lakeferry.failure.RunFailure if that is not certain; then nothing is taken over yet
   */
  void endCatalogSession(String name);

  /** The snapshot that an attempt made, if its COMMIT landed. */
  Optional<PublishedSnapshot> outcome(Attempt attempt);
}
