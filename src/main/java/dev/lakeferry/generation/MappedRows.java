package dev.lakeferry.generation;

import dev.lakeferry.lake.Column;
import dev.lakeferry.lake.Quote;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Scanned by the engine's delta extension, with the partition values of the log in place of its
 * own: of a table with column mapping it (1.5.5) reads every partition column as NULL.
 */
record MappedRows(DeltaVersion version, List<Column> columns, PartitionValues partitions)
    implements DeltaRows {

  @Override
  public Relation all() {
    List<Object> parameters = new ArrayList<>();
    parameters.add(version.uri());
    parameters.addAll(partitions.parameters());
    return new Relation(
        "(SELECT %s FROM %s AS s JOIN %s AS p ON p.uri = s.filename)"
            .formatted(
                columns.stream().map(this::selected).collect(Collectors.joining(", ")),
                version.scan(),
                partitions.relation()),
        parameters,
        true);
  }

  private String selected(Column column) {
    return partitions.selected(column, "p").orElseGet(() -> "s." + Quote.name(column.name()));
  }

  @Override
  public Relation of(List<String> uris) {
    return new MappedRows(version, columns, partitions.of(uris)).all();
  }

  @Override
  public String toString() {
    return version.toString();
  }
}
