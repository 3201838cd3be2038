package dev.lakeferry.generation;

import dev.lakeferry.lake.Column;
import java.util.List;
import java.util.Optional;

/**
 * What a source says of its table beside its files.
 *
 * @param columns its columns with types; absent where only the files tell
 * @param partitionKeys its partition columns
 * @param delta how the rows of a Delta table are read; absent where files are read themselves
 */
record SourceSchema(
    Optional<List<Column>> columns, List<String> partitionKeys, Optional<DeltaRows> delta) {}
