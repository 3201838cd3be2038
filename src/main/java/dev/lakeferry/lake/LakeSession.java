package dev.lakeferry.lake;

import dev.lakeferry.failure.RunFailure;
import dev.lakeferry.naming.TableName;
import java.sql.Connection;
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

  /** How often a COMMIT is tried again when another came before it, unless told otherwise. */
  static final int COMMIT_RETRIES = 20;

  private final Connections connections;
  private final Dialect dialect;
  private final String catalogSession;
  private final Runnable discard;
  private final Runnable onClose;
  private final StatementStop stop = new StatementStop();
  private Connection connection;
  private LakeTransaction transaction;
  private List<String> exactKeys = List.of();
  private List<String> usualRetries = List.of();
  private boolean delta;

  /** Opens a connection to the same lake. */
  @FunctionalInterface
  interface Connections {
    Connection open() throws SQLException;
  }

  LakeSession(
      Connections connections,
      Dialect dialect,
      String catalogSession,
      Runnable discard,
      Runnable onClose) {
    this.connections = connections;
    this.dialect = dialect;
    this.discard = discard;
    this.catalogSession = catalogSession;
    this.onClose = onClose;
    threadsForAnyWork();
    try {
      connection = connections.open();
    } catch (SQLException e) {
      onClose.run();
      throw dialect.classify(e);
    } catch (RuntimeException e) {
      onClose.run();
      throw e;
    }
  }

  /**
   * What this session's backends are called at the catalog's server ({@code application_name}):
   * whoever takes over from a dead worker finds and ends them by it. Those of a Duckgres server
   * carry no name of ours, so that none is found (docs/duckgres.md tells what holds then).
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
      if (delta) {
        dialect.readDelta(connection);
      }
    } catch (SQLException e) {
      throw dialect.classify(e);
    }
  }

  private void endTransaction() {
    if (transaction != null) {
      transaction.close();
      transaction = null;
    }
    leaveExactKeys();
  }

  /** Runs a statement whose result nobody reads. */
  public void execute(String sql, Object... parameters) {
    query(sql, row -> null, parameters);
  }

  /** Runs a statement that changes rows, and tells how many. */
  public long change(String sql, Object... parameters) {
    try (Dialect.Call call = call(sql, parameters)) {
      stop.begin(call.statement());
      return call.change();
    } catch (SQLException e) {
      throw failed(e);
    } finally {
      stop.end();
    }
  }

  /** Runs a query and reads every row. */
  public <T> List<T> query(String sql, RowReader<T> reader, Object... parameters) {
    try (Dialect.Call call = call(sql, parameters)) {
      stop.begin(call.statement());
      List<T> rows = new ArrayList<>();
      if (call.execute()) {
        try (ResultSet result = call.statement().getResultSet()) {
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
      dialect.undone();
      throw dialect.classify(e);
    } finally {
      stop.allow();
    }
  }

  /** ROLLBACK, also of a session that was stopped. */
  void rollback() {
    dialect.undone();
    try (Statement statement = connection.createStatement()) {
      statement.execute("ROLLBACK");
    } catch (SQLException e) {
      throw dialect.classify(e);
    }
  }

  /** Runs a query of one row at most. */
  public <T> Optional<T> first(String sql, RowReader<T> reader, Object... parameters) {
    return query(sql, reader, parameters).stream().findFirst();
  }

  /**
   * Reads by exact keys: in this mode a key may hold {@code ?}, {@code *} or {@code [}, which
   * DuckDB otherwise takes for a query or a pattern.
   */
  public <T> T withExactKeys(Supplier<T> work) {
    return withExactKeys(work, false);
  }

  /** The same for what DuckLake itself reads, such as a file that is registered by its key. */
  public <T> T withExactKeysInLake(Supplier<T> work) {
    return withExactKeys(work, true);
  }

  private <T> T withExactKeys(Supplier<T> work, boolean inLake) {
    exactKeys = dialect.exactKeys(false, inLake);
    dialect.exactKeys(true, inLake).forEach(this::execute);
    try {
      return work.get();
    } finally {
      leaveExactKeys();
    }
  }

  /** In an aborted transaction nothing can be set, and the first error is the one to be told. */
  private void leaveExactKeys() {
    try {
      exactKeys.forEach(this::execute);
      exactKeys = List.of();
    } catch (RunFailure e) {
      LOG.debug("Exact keys are left once the transaction has ended", e);
    }
  }

  /**
   * Gives the engine threads for reading some files, until told otherwise.
   *
   * @param files how many
   * @param largest bytes of the largest, or of what is read of it
   */
  public void threadsForFiles(long files, long largest) {
    dialect.threads().ifPresent(threads -> threads.want(threads.forFiles(files, largest)));
  }

  /** Gives it few threads, which ask the catalog faster than many do. */
  public void threadsForCatalog() {
    threadsForFiles(0, 0);
  }

  /**
   * Gives it as many as its memory is enough for, whatever they read or write. So every session
   * begins.
   */
  public void threadsForAnyWork() {
    dialect.threads().ifPresent(threads -> threads.want(threads.forAnyWork()));
  }

  /** Reads footers, with as many threads as there are for nothing but that. */
  public <T> T readFooters(long files, Supplier<T> work) {
    Optional<EngineThreads> threads = dialect.threads();
    int before = threads.map(engine -> engine.want(engine.forFiles(files, 0))).orElse(0);
    try {
      return work.get();
    } finally {
      threads.ifPresent(engine -> engine.want(before));
    }
  }

  /** Lets this session's COMMIT be tried again so many times when another came before it. */
  public void commitRetries(int times) {
    dialect.commitRetries(times).forEach(this::execute);
    usualRetries = dialect.commitRetries(COMMIT_RETRIES);
  }

  /** An engine on which that cannot be set back is not to be used by the next session. */
  private void leaveCommitRetries() {
    try {
      usualRetries.forEach(this::execute);
    } catch (RunFailure e) {
      LOG.debug("The tries of a COMMIT are not set back", e);
      discard.run();
    }
  }

  /** Makes Delta tables readable; only copies need it, so only they wait for the extension. */
  public void readDelta() {
    delta = true;
    try {
      dialect.readDelta(connection);
    } catch (SQLException e) {
      throw failed(e);
    }
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

  /** What is refused before it is sent may have been half done: secrets are made before a scan. */
  private Dialect.Call call(String sql, Object... parameters) throws SQLException {
    try {
      return dialect.call(connection, sql, parameters);
    } catch (RunFailure e) {
      poison();
      throw e;
    }
  }

  private void poison() {
    if (transaction != null) {
      transaction.poison();
    }
  }

  private RunFailure failed(SQLException e) {
    poison();
    RunFailure classified = dialect.classify(e);
    return stop.reason().orElse(classified);
  }

  /** Closes the connection and gives the engine back. */
  @Override
  public void close() {
    try {
      endTransaction();
      leaveCommitRetries();
      connection.close();
    } catch (SQLException e) {
      dialect.classify(e);
    } finally {
      onClose.run();
    }
  }
}
