package dev.lakeferry.naming;

/**
 * A table of the lake, unquoted.
 *
 * @param schema the DuckLake schema, such as {@code insights_data_imports_team_123}
 * @param table the table in it, such as {@code stripe_prod_invoices}
 */
public record TableName(String schema, String table) {

  /** {@code schema.table}, for messages; never for SQL. */
  @Override
  public String toString() {
    return schema + "." + table;
  }
}
