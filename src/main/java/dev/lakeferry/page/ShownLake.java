package dev.lakeferry.page;

import dev.lakeferry.lake.Catalog;

/**
 * A lake as its pages show it.
 *
 * @param name by which operators know it
 * @param dataPath where its files lie
 */
public record ShownLake(String name, String dataPath, Catalog catalog) {}
