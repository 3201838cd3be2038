package dev.lakeferry.ops;

/**
 * A run that a completion becomes.
 *
 * @param id null while that is not decided, because another generation of the same job waits in the
 *     inbox as well
 * @param state {@code announced} until intake made it, then due, running, or how it ended
 */
public record ExpectedRun(String workflow, String id, String state) {}
