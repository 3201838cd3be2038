package dev.lakeferry.ops;

import java.util.List;

/**
 * A completion that is in the inbox.
 *
 * @param runs one for each workflow that takes it
 */
public record Submitted(long inboxId, List<ExpectedRun> runs) {}
