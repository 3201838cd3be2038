package dev.lakeferry.demo;

import dev.lakeferry.lake.EmbeddedLake;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.Quote;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.settings.Settings;
import java.util.ArrayList;
import java.util.List;

/** The lake as a reader sees it: a DuckDB of its own that has nothing to do with the service. */
final class LakeView implements AutoCloseable {
  private final EmbeddedLake lake;

  LakeView(Settings settings) {
    lake =
        new EmbeddedLake(settings.engine(), settings.catalog(), settings.lake(), settings.source());
  }

  /** A table that a reader finds. */
  record Table(TableName name, long rows, long files) {}

  /** All tables, counted by reading them. */
  List<Table> tables() {
    try (LakeSession session = lake.open("lakeferry demo")) {
      List<TableName> names =
          session.query(
              """
              SELECT schema_name, table_name
              FROM duckdb_tables()
              WHERE database_name = ?
              ORDER BY ALL
              """,
              row -> new TableName(row.getString(1), row.getString(2)),
              Lake.ALIAS);
      List<Table> tables = new ArrayList<>();
      for (TableName name : names) {
        tables.add(
            new Table(
                name,
                session.number(
                    "SELECT count(*) FROM %s.%s.%s"
                        .formatted(
                            Quote.name(Lake.ALIAS),
                            Quote.name(name.schema()),
                            Quote.name(name.table()))),
                session.number(
                    "SELECT count(*) FROM ducklake_list_files(?, ?, schema => ?)",
                    Lake.ALIAS,
                    name.table(),
                    name.schema())));
      }
      return tables;
    }
  }

  @Override
  public void close() {
    lake.close();
  }
}
