package dev.lakeferry.overview;

/**
 * A stage of an attempt.
 *
 * @param milliseconds how long it took, or takes until now
 * @param current whether the attempt is in it
 */
public record StageLine(String name, long milliseconds, boolean current) {}
