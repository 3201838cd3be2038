package dev.lakeferry.bench;

import dev.lakeferry.demo.EmbeddedStack;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * PostgreSQL and an S3 server of one's own, with their data on disk: the server would keep objects
 * in its heap otherwise.
 */
final class BenchStack implements AutoCloseable {
  /** The source bucket. */
  static final String SOURCE = "warehouse";

  /** The lake's bucket. */
  static final String LAKE = "lake";

  private final Path directory;
  private final EmbeddedStack parts;

  BenchStack() {
    try {
      directory =
          Files.createTempDirectory(Files.createDirectories(Path.of("target/bench")), "parts")
              .toAbsolutePath();
    } catch (IOException e) {
      throw new UncheckedIOException("No directory for the bench's data.", e);
    }
    parts = EmbeddedStack.start(Optional.of(directory));
    parts.s3().createBucket(SOURCE);
    parts.s3().createBucket(LAKE);
  }

  EmbeddedStack parts() {
    return parts;
  }

  /** A directory that goes with the stack. */
  Path directory() {
    return directory;
  }

  @Override
  public void close() {
    parts.close();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("The bench's data were not removed from " + directory, e);
    }
  }
}
