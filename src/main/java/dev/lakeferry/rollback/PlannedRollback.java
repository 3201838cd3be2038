package dev.lakeferry.rollback;

import dev.lakeferry.generation.Plan;
import dev.lakeferry.lake.Catalog;
import dev.lakeferry.naming.TableName;
import java.util.List;
import java.util.Optional;

/**
 * What a rollback would do.
 *
 * @param to the snapshot whose rows are to be live again
 * @param plan the files that it was made of
 * @param liveRows the live table's, if there is one
 * @param columnChanges a sentence for each column that the live table has and that generation has
 *     not, or the other way round, or otherwise
 */
public record PlannedRollback(
    TableName table,
    Catalog.Snapshot to,
    Plan plan,
    Optional<Long> liveRows,
    List<String> columnChanges) {}
