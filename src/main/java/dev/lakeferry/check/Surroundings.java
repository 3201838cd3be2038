package dev.lakeferry.check;

import java.net.URI;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/**
 * What the doctor takes from the machine.
 *
 * @param clock this host's
 * @param space tells how much room a directory's disk has
 * @param limit how long one look may take
 * @param sts where AWS tells whose credentials these are; empty for AWS's own address
 */
public record Surroundings(Clock clock, Space space, Duration limit, Optional<URI> sts) {

  /** Bytes that may still be written to a directory. */
  @FunctionalInterface
  public interface Space {
    long free(Path directory) throws java.io.IOException;
  }

  /** The machine as it is. */
  public static Surroundings real(Duration limit) {
    return new Surroundings(Clock.systemUTC(), Surroundings::usable, limit, Optional.empty());
  }

  private static long usable(Path directory) throws java.io.IOException {
    FileStore store = Files.getFileStore(directory);
    return store.getUsableSpace();
  }
}
