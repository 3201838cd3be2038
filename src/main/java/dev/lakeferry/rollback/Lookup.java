package dev.lakeferry.rollback;

import dev.lakeferry.failure.RunFailure;
import dev.lakeferry.lake.Catalog;
import dev.lakeferry.lake.Catalog.Snapshot;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Asks the catalog for a commit message until it is there, or is not to be expected any more. */
final class Lookup {
  /** A COMMIT whose connection was cut landed up to 10 s later. */
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private static final Duration PERIOD = Duration.ofSeconds(2);

  private final Catalog catalog;

  Lookup(Catalog catalog) {
    this.catalog = catalog;
  }

  Optional<Snapshot> find(String message) {
    long ends = System.nanoTime() + LONGEST.toNanos();
    while (true) {
      try {
        Optional<Snapshot> found = catalog.committedWith(List.of(message));
        if (found.isPresent() || System.nanoTime() > ends) {
          return found;
        }
      } catch (RunFailure e) {
        if (System.nanoTime() > ends) {
          return Optional.empty();
        }
      }
      try {
        Thread.sleep(PERIOD.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return Optional.empty();
      }
    }
  }
}
