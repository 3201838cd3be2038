package dev.lakeferry.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes the files of an embedded part that is not to leave any. */
final class TemporaryDirectory {
  private static final Logger LOG = LoggerFactory.getLogger(TemporaryDirectory.class);

  private TemporaryDirectory() {}

  /** Deletes a directory and all below it; what cannot be deleted is logged and left. */
  static void delete(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).forEach(TemporaryDirectory::deleteOne);
    } catch (NoSuchFileException e) {
      LOG.debug("{} is gone already", directory);
    } catch (IOException | UncheckedIOException e) {
      LOG.warn("Could not remove the temporary directory {}: {}", directory, e.getMessage());
    }
  }

  private static void deleteOne(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
