package dev.lakeferry.lake;

import java.util.List;
import java.util.Optional;

/**
 * A column of a table or file.
 *
 * @param name as written; names are compared without regard to case
 * @param type in DuckDB's notation, such as {@code STRUCT(a BIGINT, b VARCHAR[])}
 */
public record Column(String name, String type) {

  /** Reads a row of DESCRIBE. */
  public static final RowReader<Column> DESCRIBED =
      row -> new Column(row.getString(1), row.getString(2));

  /** The column of a name, however it is written. */
  public static Optional<Column> find(List<Column> columns, String name) {
    return columns.stream().filter(column -> column.name().equalsIgnoreCase(name)).findFirst();
  }

  /** Whether DuckDB's type has parts of its own. */
  public boolean nested() {
    return type.endsWith("]") || type.startsWith("STRUCT(") || type.startsWith("MAP(");
  }
}
