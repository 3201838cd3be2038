package dev.lakeferry.lake;

import dev.lakeferry.naming.TableName;

/** An engine that runs the lake's SQL. */
public interface Lake extends AutoCloseable {

  /** The name under which every session has the lake attached. */
  String ALIAS = "lake";

  /**
   * Opens a session for one publication, waiting for an engine that is free.
   *
   * @param purpose what the session is for, such as a run id and attempt; for the log alone, since
   *     an engine outlives the session and keeps the application name that it was built with
   * @throws dev.lakeferry.failure.RunFailure if no engine can be had
   */
  LakeSession open(String purpose);

  @Override
  void close();

  /** A table's three-part name, quoted: an unqualified name may mean a table in memory. */
  static String quoted(TableName table) {
    return Quote.name(ALIAS) + "." + Quote.name(table.schema()) + "." + Quote.name(table.table());
  }
}
