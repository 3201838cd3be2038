package dev.lakeferry.naming;

import java.util.Optional;

/**
 * A table of the lake, unquoted.
 *
 * @param schema the DuckLake schema, such as {@code insights_data_imports_team_123}
 * @param table the table in it, such as {@code stripe_prod_invoices}
 */
public record TableName(String schema, String table) {

  /**
   * Reads {@code schema.table}; the first dot parts them, since schemas have none.
   *
   * @return empty where one of the two is missing
   */
  public static Optional<TableName> parse(String text) {
    int dot = text.indexOf('.');
    return dot <= 0 || dot == text.length() - 1
        ? Optional.empty()
        : Optional.of(new TableName(text.substring(0, dot), text.substring(dot + 1)));
  }

  /** {@code schema.table}, for messages; never for SQL. */
  @Override
  public String toString() {
    return schema + "." + table;
  }
}
