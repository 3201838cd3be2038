package dev.lakeferry.lake;

import dev.lakeferry.naming.TableName;
import dev.lakeferry.settings.EngineSettings;
import dev.lakeferry.settings.Settings;
import java.util.Optional;

/** An engine that runs the lake's SQL. */
public interface Lake extends AutoCloseable {

  /** The name under which every session has the lake attached. */
  String ALIAS = "ducklake";

  /**
   * The engine that the settings name: Duckgres or DuckDB in this process. Connects when first
   * used.
   */
  static Lake of(Settings settings) {
    return of(settings, settings.engine());
  }

  /** The same beside those that publish, for answering people who read. */
  static Lake forReading(Settings settings) {
    return of(settings, settings.engine().forReading());
  }

  private static Lake of(Settings settings, EngineSettings engine) {
    return settings
        .duckgres()
        .<Lake>map(
            duckgres ->
                new DuckgresLake(duckgres, settings.catalog(), settings.lake(), settings.source()))
        .orElseGet(
            () -> new EmbeddedLake(engine, settings.catalog(), settings.lake(), settings.source()));
  }

  /**
   * Opens a session for one publication, waiting for an engine that is free.
   *
   * @param purpose what the session is for, such as a run id and attempt. A Duckgres server is told
   *     ({@code application_name}); an embedded engine outlives the session and keeps the name that
   *     it was built with
   * @throws dev.lakeferry.failure.RunFailure if no engine can be had
   */
  LakeSession open(String purpose);

  /** Why the last engine cannot be used; empty where nothing is known against the next. */
  Optional<String> trouble();

  /**
   * Makes sure that there is an engine, where the last one broke or could not be had.
   *
   * @throws dev.lakeferry.failure.RunFailure if it cannot be had
   */
  void mend();

  /** How many engines broke and were thrown away. */
  long discarded();

  @Override
  void close();

  /** A table's three-part name, quoted: an unqualified name may mean a table in memory. */
  static String quoted(TableName table) {
    return Quote.name(ALIAS) + "." + Quote.name(table.schema()) + "." + Quote.name(table.table());
  }
}
