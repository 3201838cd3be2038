package dev.lakeferry.ops;

import dev.lakeferry.lake.Catalog;
import dev.lakeferry.lake.Lake;

/**
 * A lake as people read it.
 *
 * @param engine that no publication waits for
 */
public record ReadableLake(Lake engine, Catalog catalog) {}
