package dev.lakeferry.demo;

import dev.lakeferry.completion.CompletedImport;

/**
 * A completion of the sample and what is to become of it.
 *
 * @param completion the import, as the upstream application would announce it
 * @param expectation how its run has to end
 * @param why the reason, for whoever watches the demo
 * @param rows how many rows its prepared folder holds
 * @param files how many Parquet files its prepared folder holds
 * @param wave 1 or more; a wave is submitted after every run of the waves before it has ended,
 *     because a newer generation that is known already would supersede the older one
 */
public record SampleCompletion(
    CompletedImport completion,
    Expectation expectation,
    String why,
    long rows,
    int files,
    int wave) {}
