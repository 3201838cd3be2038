package dev.lakeferry.bench;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * The floor of a registration, as fast as the SDK and DuckDB do it: list, copy sixteen at a time,
 * one transaction that registers by one glob and swaps. It looks at nothing and checks nothing.
 */
final class BareRegistration implements AutoCloseable {
  private static final int MOST_THREADS = 32;

  private final BareDuck duck;
  private final S3Client client;
  private final BareObjects copier;

  BareRegistration(BenchStack stack) throws SQLException {
    duck = new BareDuck(stack, new Properties());
    duck.attach(stack, BenchService.CATALOG, BenchService.METADATA_SCHEMA);
    duck.execute("CREATE SCHEMA IF NOT EXISTS lake.bench");
    client = stack.client();
    copier = new BareObjects(client);
  }

  /** What it took, and how much of it was the transaction. */
  record Registered(Took whole, Took transaction) {}

  /** Does the whole of it into a prefix of its own. */
  Registered register(String prefix, String table, String ddl, int round) throws Exception {
    String landing = "bench/%s/%d/".formatted(table, round);
    Took.Begun begun = Took.begin();
    List<String> keys = new ArrayList<>();
    for (S3Object object :
        client
            .listObjectsV2Paginator(list -> list.bucket(BenchStack.SOURCE).prefix(prefix))
            .contents()) {
      keys.add(object.key());
    }
    copier.copy(keys, prefix, landing);
    // More than are of use slow it down.
    duck.execute(
        "SET threads = "
            + Math.max(
                Runtime.getRuntime().availableProcessors(), Math.min(MOST_THREADS, keys.size())));
    Took.Begun transaction = Took.begin();
    publish(landing, table, ddl);
    return new Registered(begun.end(), transaction.end());
  }

  private void publish(String landing, String table, String ddl) throws SQLException {
    duck.execute("BEGIN");
    duck.execute("CREATE TABLE lake.bench.%s_shadow (%s)".formatted(table, ddl));
    duck.execute(
        "CALL ducklake_add_data_files('lake', '%s_shadow', 's3://%s/%s**', schema => 'bench')"
            .formatted(table, BenchStack.LAKE, landing));
    duck.execute("DROP TABLE IF EXISTS lake.bench.%s".formatted(table));
    duck.execute("ALTER TABLE lake.bench.%1$s_shadow RENAME TO %1$s".formatted(table));
    duck.execute("COMMIT");
  }

  BareDuck duck() {
    return duck;
  }

  @Override
  public void close() throws SQLException {
    copier.close();
    client.close();
    duck.close();
  }
}
