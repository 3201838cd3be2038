package dev.lakeferry.publish;

import dev.lakeferry.lake.Catalog.Snapshot;
import java.util.List;
import java.util.Optional;

/**
 * A generation that is live.
 *
 * @param snapshot the snapshot that brought it
 * @param baseSnapshot the one that the transaction read; empty where it is not known any more,
 *     since an earlier attempt or a COMMIT that reported an error made the snapshot
 * @param warnings what an operator should know; in the log already
 */
public record Published(Snapshot snapshot, Optional<Long> baseSnapshot, List<String> warnings) {}
