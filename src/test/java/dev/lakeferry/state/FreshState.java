package dev.lakeferry.state;

import dev.lakeferry.settings.DatabaseSettings;
import dev.lakeferry.settings.Secret;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdbi.v3.core.Jdbi;

/** A migrated state database of its own for a test; all share one embedded PostgreSQL server. */
public final class FreshState {
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private FreshState() {}

  /** Opens a new, migrated database with a pool for tests with many threads. */
  public static StateDatabase open() {
    StateDatabase state = StateDatabase.open(empty(), 12);
    state.migrate();
    return state;
  }

  /** Makes a new database without any table. */
  public static DatabaseSettings empty() {
    String name = "state_" + NUMBER.incrementAndGet();
    Jdbi.create(Server.INSTANCE.getPostgresDatabase())
        .useHandle(handle -> handle.execute("CREATE DATABASE " + name));
    return new DatabaseSettings(
        "localhost",
        Server.INSTANCE.getPort(),
        name,
        "postgres",
        new Secret("postgres"),
        "disable",
        Optional.empty());
  }

  private static final class Server {
    static final EmbeddedPostgres INSTANCE = start();

    private static EmbeddedPostgres start() {
      try {
        return EmbeddedPostgres.builder().setServerConfig("fsync", "off").start();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
