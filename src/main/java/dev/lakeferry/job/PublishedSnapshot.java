package dev.lakeferry.job;

import java.time.Instant;

/**
 * The DuckLake snapshot that an attempt made.
 *
 * @param time by the catalog's clock
 */
public record PublishedSnapshot(long id, Instant time) {}
