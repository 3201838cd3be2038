package dev.lakeferry.demo;

/**
 * A completion of the sample and what is to become of it.
 *
 * @param announcement what finished, as the upstream application would announce it
 * @param expectation how its run has to end
 * @param why the reason, for whoever watches the demo
 * @param rows how many rows its data holds
 * @param files how many Parquet files its data is made of
 * @param wave 1 or more; a wave is submitted after every run of the waves before it has ended,
 *     because a newer generation that is known already would supersede the older one
 */
record SampleCompletion(
    Announcement announcement,
    Expectation expectation,
    String why,
    long rows,
    int files,
    int wave) {}
