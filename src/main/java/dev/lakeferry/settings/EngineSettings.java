package dev.lakeferry.settings;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What DuckDB may use of this machine.
 *
 * @param memoryLimit bytes of each instance, beside the Java heap
 * @param threads of each instance
 * @param instances at least 1
 * @param tempDirectory need not exist yet
 * @param maxTempDirectorySize bytes; empty for DuckDB's own rule
 * @param extensionDirectory laid out as DuckDB's extension_directory; need not exist
 */
public record EngineSettings(
    long memoryLimit,
    int threads,
    int instances,
    Path tempDirectory,
    Optional<Long> maxTempDirectorySize,
    Path extensionDirectory) {

  /** The least that an engine works with. */
  private static final long LEAST_MEMORY = 256L << 20;

  private static final int MOST_READING_THREADS = 4;

  /** One instance beside those that publish, for answering people who read. */
  public EngineSettings forReading() {
    return new EngineSettings(
        Math.max(LEAST_MEMORY, memoryLimit / 4),
        Math.min(threads, MOST_READING_THREADS),
        1,
        tempDirectory,
        maxTempDirectorySize,
        extensionDirectory);
  }
}
