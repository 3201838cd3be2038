package dev.lakeferry.bench;

import java.sql.SQLException;
import java.util.Properties;

/** The floor of a copy: one statement in one transaction, as fast as DuckDB does it. */
final class BareCopy implements AutoCloseable {
  private final BareDuck duck;

  BareCopy(BenchStack stack) throws SQLException {
    Properties settings = new Properties();
    settings.setProperty("threads", "8");
    settings.setProperty("preserve_insertion_order", "false");
    duck = new BareDuck(stack, settings);
    duck.execute("SET TimeZone = 'UTC'");
    duck.attach(stack, BenchService.CATALOG, BenchService.METADATA_SCHEMA);
    duck.execute("CREATE SCHEMA IF NOT EXISTS lake.bench");
  }

  /** Does the whole transaction. */
  Took copy(String table, String uri) throws SQLException {
    Took.Begun begun = Took.begin();
    duck.execute("BEGIN");
    duck.execute(
        "CREATE TABLE lake.bench.%s AS SELECT * FROM delta_scan('%s')".formatted(table, uri));
    duck.execute("COMMIT");
    return begun.end();
  }

  /** Rows and a hash over all of them, whatever their order. */
  String contents(String from) throws SQLException {
    return duck.text(
        "SELECT count(*) || ' rows, hash ' || bit_xor(hash(t)) FROM %s AS t".formatted(from));
  }

  @Override
  public void close() throws SQLException {
    duck.close();
  }
}
