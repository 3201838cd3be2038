package dev.lakeferry.publish;

import dev.lakeferry.lake.Catalog.Snapshot;
import java.util.List;

/**
 * A generation that is live.
 *
 * @param snapshot the snapshot that brought it
 * @param baseSnapshot the one that the transaction read
 * @param warnings what an operator should know; in the log already
 */
public record Published(Snapshot snapshot, long baseSnapshot, List<String> warnings) {}
