package dev.lakeferry.lake;

import dev.lakeferry.failure.RunFailure;
import dev.lakeferry.naming.TableName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection to the lake, owned by one thread for one publication and thrown away afterwards.
 *
 * <p>The driver stays in auto-commit; transactions are the texts BEGIN, COMMIT and ROLLBACK, since
 * after a failing COMMIT under {@code setAutoCommit(false)} DuckDB's driver commits the next
 * statement by itself.
 */
public final class LakeSession implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LakeSession.class);

  private final Connections connections;
  private final LakeErrors errors;
  private final String catalogSession;
  private final Runnable discard;
  private final Runnable onClose;
  private final StatementStop stop = new StatementStop();
  private Connection connection;
  private LakeTransaction transaction;
  private boolean exactKeys;

  /** Opens a connection to the same lake. */
  @FunctionalInterface
  interface Connections {
    Connection open() throws SQLException;
  }

  LakeSession(Connections connections, String catalogSession, Runnable discard, Runnable onClose) {
    this.connections = connections;
    this.errors = new LakeErrors(discard);
    this.discard = discard;
    this.catalogSession = catalogSession;
    this.onClose = onClose;
    try {
      connection = connections.open();
    } catch (SQLException e) {
      onClose.run();
      throw errors.classify(e);
    }
  }

  /**
   * What this session's backends are called at the catalog's server ({@code application_name}):
   * whoever takes over from a dead worker finds and ends them by it.
   */
  public String catalogSession() {
    return catalogSession;
  }

  /**
   * Stops the statement that runs, and every later one, from another thread. A COMMIT that was sent
   * is never stopped.
   *
   * @param why what the worker's failure says
   */
  public void stop(RunFailure why) {
    stop.stop(why);
  }

  /**
   * Has the engine thrown away when the session ends: after a COMMIT that failed, whoever looks its
   * outcome up may end all of the engine's sessions at the catalog.
   */
  public void discardEngine() {
    discard.run();
  }

  /**
   * Throws the connection away and takes a fresh one: what a transaction brought about is read back
   * so, since inside it the catalog's statistics are not seen.
   */
  public void renew() {
    try {
      endTransaction();
      connection.close();
      connection = connections.open();
    } catch (SQLException e) {
      throw errors.classify(e);
    }
  }

  private void endTransaction() {
    if (transaction != null) {
      transaction.close();
      transaction = null;
    }
    if (exactKeys) {
      leaveExactKeys();
    }
  }

  /** Runs a statement whose result nobody reads. */
  public void execute(String sql, Object... parameters) {
    query(sql, row -> null, parameters);
  }

  /** Runs a statement that changes rows, and tells how many. */
  public long change(String sql, Object... parameters) {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, parameters);
      stop.begin(statement);
      return statement.executeLargeUpdate();
    } catch (SQLException e) {
      throw failed(e);
    } finally {
      stop.end();
    }
  }

  /** Runs a query and reads every row. */
  public <T> List<T> query(String sql, RowReader<T> reader, Object... parameters) {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, parameters);
      stop.begin(statement);
      List<T> rows = new ArrayList<>();
      if (statement.execute()) {
        try (ResultSet result = statement.getResultSet()) {
          while (result.next()) {
            rows.add(reader.read(result));
          }
        }
      }
      return rows;
    } catch (SQLException e) {
      throw failed(e);
    } finally {
      stop.end();
    }
  }

  /**
   * From here on nothing stops a statement: what comes next is COMMIT.
   *
   * @throws RunFailure if it was stopped already
   */
  void forbidStop() {
    stop.forbid();
  }

  void commit() {
    try (Statement statement = connection.createStatement()) {
      statement.execute("COMMIT");
    } catch (SQLException e) {
      throw errors.classify(e);
    } finally {
      stop.allow();
    }
  }

  /** ROLLBACK, also of a session that was stopped. */
  void rollback() {
    try (Statement statement = connection.createStatement()) {
      statement.execute("ROLLBACK");
    } catch (SQLException e) {
      throw errors.classify(e);
    }
  }

  /** Runs a query of one row at most. */
  public <T> Optional<T> first(String sql, RowReader<T> reader, Object... parameters) {
    return query(sql, reader, parameters).stream().findFirst();
  }

  /**
   * Reads by exact keys: in this mode a key may hold {@code ?}, {@code *} or {@code [}, which
   * DuckDB otherwise takes for a query or a pattern. The setting belongs to the instance, which is
   * ours alone while the session is open.
   */
  public <T> T withExactKeys(Supplier<T> work) {
    exactKeys(true);
    try {
      return work.get();
    } finally {
      leaveExactKeys();
    }
  }

  /** In an aborted transaction nothing can be set, and the first error is the one to be told. */
  private void leaveExactKeys() {
    try {
      exactKeys(false);
    } catch (RunFailure e) {
      LOG.debug("Exact keys are left once the transaction has ended", e);
    }
  }

  private void exactKeys(boolean on) {
    exactKeys = true;
    execute("SET GLOBAL s3_url_compatibility_mode = " + on);
    exactKeys = on;
  }

  /** Makes Delta tables readable; only copies need it, so only they wait for the extension. */
  public void readDelta() {
    execute("LOAD delta");
  }

  /** The columns of a table of the lake; empty if there is no such table. */
  public List<Column> columns(TableName table) {
    return query(
        """
        SELECT column_name, data_type
        FROM duckdb_columns()
        WHERE database_name = ?
          AND schema_name = ?
          AND table_name = ?
        ORDER BY column_index
        """,
        Column.DESCRIBED,
        Lake.ALIAS,
        table.schema(),
        table.table());
  }

  /**
   * The columns of a table that is there. Cheaper than {@link #columns}, for which DuckDB looks
   * through every table of every database, the catalog's own among them.
   */
  public List<Column> columnsOfExisting(TableName table) {
    return query("DESCRIBE " + Lake.quoted(table), Column.DESCRIBED);
  }

  /** Runs a query whose one row begins with a number. */
  public long number(String sql, Object... parameters) {
    return first(sql, row -> row.getLong(1), parameters)
        .orElseThrow(() -> new IllegalStateException("No row from: " + sql));
  }

  /**
   * Begins a transaction and takes its snapshot: DuckLake takes it at the first read, not at BEGIN,
   * so whatever is checked after this call is checked against the state that the transaction sees.
   */
  public LakeTransaction begin() {
    if (transaction != null) {
      throw new IllegalStateException("One transaction a connection; renew the session first.");
    }
    execute("BEGIN");
    transaction = new LakeTransaction(this);
    try {
      transaction.takeSnapshot();
    } catch (RuntimeException e) {
      transaction.close();
      throw e;
    }
    return transaction;
  }

  private RunFailure failed(SQLException e) {
    if (transaction != null) {
      transaction.poison();
    }
    RunFailure classified = errors.classify(e);
    return stop.reason().orElse(classified);
  }

  private void bind(PreparedStatement statement, Object... parameters) throws SQLException {
    for (int i = 0; i < parameters.length; i++) {
      if (parameters[i] instanceof List<?> list) {
        statement.setArray(i + 1, connection.createArrayOf("VARCHAR", list.toArray()));
      } else {
        statement.setObject(i + 1, parameters[i]);
      }
    }
  }

  /** Closes the connection and gives the engine back. */
  @Override
  public void close() {
    try {
      endTransaction();
      connection.close();
    } catch (SQLException e) {
      errors.classify(e);
    } finally {
      onClose.run();
    }
  }
}
