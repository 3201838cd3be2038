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
    Path extensionDirectory) {}
