package dev.lakeferry.settings;

import java.nio.file.Path;

/**
 * What the embedded engine may use.
 *
 * @param instances how many DuckDB instances, each with one publication at a time
 * @param memoryLimit of each instance, in DuckDB's notation, such as {@code 2GB}; native memory
 *     beside the heap
 * @param threads of each instance; most of them wait for S3
 * @param tempDirectory where DuckDB spills
 * @param maxTempDirectorySize in DuckDB's notation
 * @param extensionDirectory where the extensions lie, as {@code v<version>/<platform>/<name>}
 */
public record EngineSettings(
    int instances,
    String memoryLimit,
    int threads,
    Path tempDirectory,
    String maxTempDirectorySize,
    Path extensionDirectory) {}
