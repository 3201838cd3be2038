package dev.lakeferry.job;

import dev.lakeferry.naming.TableName;
import java.time.Instant;

/**
 * What is recorded of a finished publication; counts are of the whole published table.
 *
 * @param lake the lake's name
 * @param mode how it was published, such as {@code swap}
 * @param reason why it was published so, or null
 * @param files files of the table
 * @param bytes size of those files
 * @param filesRewritten files that could not be registered as they were
 * @param rewriteReasons why, with the number of files for each reason; null where there are none
 * @param filesEmpty files of the source without rows, which are not landed
 * @param baseSnapshotId the snapshot that the publication started from, or null where it is not
 *     known
 * @param snapshotId the snapshot that it made, or null before COMMIT
 * @param snapshotTime that snapshot's time in the catalog, or null before COMMIT
 */
public record RecordedPublication(
    String lake,
    TableName table,
    String mode,
    String reason,
    long files,
    long rows,
    long bytes,
    long filesRewritten,
    String rewriteReasons,
    long filesEmpty,
    Long baseSnapshotId,
    Long snapshotId,
    Instant snapshotTime) {}
