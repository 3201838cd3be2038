package dev.lakeferry.generation;

import dev.lakeferry.lake.Column;
import dev.lakeferry.lake.Quote;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Read from the Parquet files that the log names, wherever they lie, with the partition values of
 * the log and without the rows that it deletes.
 *
 * @param columns of the table
 * @param deleted the numbers of the deleted rows, by the URI of their file
 */
record ListedRows(
    DeltaVersion version,
    List<Column> columns,
    DeltaLog.Metadata metadata,
    PartitionValues partitions,
    Map<String, String> deleted)
    implements DeltaRows {
  private static final String URI = "\"__lakeferry_uri\"";
  private static final String ROW = "\"__lakeferry_row\"";

  @Override
  public Relation all() {
    List<Column> stored =
        columns.stream().filter(column -> partitions.selected(column, "p").isEmpty()).toList();
    List<Object> parameters = new ArrayList<>();
    // A column that no file has is NULL, which read_parquet cannot say.
    StringBuilder sql =
        new StringBuilder("(SELECT ")
            .append(columns.stream().map(this::selected).collect(Collectors.joining(", ")))
            .append(" FROM (SELECT NULL AS ")
            .append(URI)
            .append(", CAST(NULL AS BIGINT) AS ")
            .append(ROW);
    stored.forEach(column -> sql.append(", NULL AS ").append(physical(column)));
    sql.append(" WHERE false");
    List<String> uris = partitions.files().stream().map(LoggedFile::uri).toList();
    if (!uris.isEmpty()) {
      sql.append(" UNION ALL BY NAME SELECT *, file_row_number AS ").append(ROW);
      sql.append(" FROM read_parquet(?, filename = '__lakeferry_uri', ").append(schema(stored));
      sql.append("hive_partitioning = false)");
      parameters.add(uris);
    }
    sql.append(") AS f JOIN ")
        .append(partitions.relation())
        .append(" AS p ON p.uri = f.")
        .append(URI);
    parameters.addAll(partitions.parameters());
    List<String> with = uris.stream().filter(deleted::containsKey).toList();
    if (!with.isEmpty()) {
      sql.append(
          """
           ANTI JOIN (
             SELECT uri, CAST(unnest(string_split(numbers, ',')) AS BIGINT) AS row_number
             FROM (SELECT unnest(?) AS uri, unnest(?) AS numbers)) AS d
             ON d.uri = f.%s
             AND d.row_number = f.%s"""
              .formatted(URI, ROW));
      parameters.add(with);
      parameters.add(with.stream().map(deleted::get).toList());
    }
    return new Relation(sql.append(")").toString(), parameters, true);
  }

  private String selected(Column column) {
    return partitions
        .selected(column, "p")
        .orElseGet(
            () ->
                "CAST(f.%s AS %s) AS %s"
                    .formatted(physical(column), column.type(), Quote.name(column.name())));
  }

  private String physical(Column column) {
    return Quote.name(metadata.field(column.name()).physicalName());
  }

  /** Columns are found by name, or by their field ids where the table maps them so. */
  private String schema(List<Column> stored) {
    if (!metadata.columnMapping().equals("id")) {
      return "union_by_name = true, ";
    }
    return "schema = MAP {%s}, "
        .formatted(
            stored.stream()
                .map(
                    column -> {
                      DeltaField field = metadata.field(column.name());
                      return "%d: {name: %s, type: %s, default_value: NULL}"
                          .formatted(
                              field.id(),
                              Quote.text(field.physicalName()),
                              Quote.text(column.type()));
                    })
                .collect(Collectors.joining(", ")));
  }

  @Override
  public Relation of(List<String> uris) {
    return new ListedRows(version, columns, metadata, partitions.of(uris), deleted).all();
  }

  /**
   * A column that is renamed inside, where only the engine's scan could follow, if there is one.
   */
  static Optional<DeltaField> renamedInside(DeltaLog.Metadata metadata) {
    return metadata.mapped()
        ? metadata.fields().stream().filter(DeltaField::nested).findFirst()
        : Optional.empty();
  }

  @Override
  public String toString() {
    return version.toString();
  }
}
