package dev.lakeferry.ops;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.lake.Databases;
import dev.lakeferry.settings.DatabaseSettings;
import dev.lakeferry.state.StateDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Consumer;
import org.flywaydb.core.api.FlywayException;

/**
 * Makes the state database and its tables. Where the role may not create a database, the tables go
 * into the catalog's, which works but lets a long DuckLake transaction hold back their vacuum.
 */
final class StateSetup {
  private final DatabaseSettings wanted;
  private final DatabaseSettings catalog;
  private final Consumer<String> steps;

  StateSetup(DatabaseSettings wanted, DatabaseSettings catalog, Consumer<String> steps) {
    this.wanted = wanted;
    this.catalog = catalog;
    this.steps = steps;
  }

  /** Each step is told; throws CommandFailure where nothing helps. */
  void run() {
    DatabaseSettings database = ensured();
    try (StateDatabase state = StateDatabase.open(database, 2)) {
      int applied = state.migrate();
      steps.accept(
          "Tables in schema %s of database %s: %s"
              .formatted(
                  StateDatabase.SCHEMA,
                  database.database(),
                  applied == 0 ? "there" : "brought up to date, %d migrations".formatted(applied)));
    } catch (FlywayException e) {
      throw new CommandFailure(
          "The tables of the state database %s on %s:%d could not be brought up to date: %s"
              .formatted(
                  database.database(),
                  database.host(),
                  database.port(),
                  e.getMessage().lines().filter(line -> !line.isBlank()).findFirst().orElse("")),
          e);
    }
  }

  private DatabaseSettings ensured() {
    if (exists()) {
      steps.accept("State database %s: there".formatted(wanted.database()));
      return wanted;
    }
    try {
      boolean created = Databases.ensure(wanted);
      steps.accept(
          "State database %s: %s".formatted(wanted.database(), created ? "created" : "there"));
      return wanted;
    } catch (FinalFailure e) {
      if (!onCatalogsServer()) {
        throw e;
      }
      steps.accept(
          ("State database %s: not made. %s%n"
                  + "WARNING: the service's tables go into the catalog's database %s instead. Set"
                  + " LAKEFERRY_STATE_DATABASE=%s for the service and every command; or create the"
                  + " database and run this again.")
              .formatted(
                  wanted.database(), e.getMessage(), catalog.database(), catalog.database()));
      return catalog;
    }
  }

  private boolean exists() {
    try (StateDatabase state = StateDatabase.open(wanted, 1);
        Connection connection = state.connect("lakeferry init")) {
      return true;
    } catch (SQLException e) {
      if (StateFailures.NO_SUCH_DATABASE.equals(e.getSQLState())) {
        return false;
      }
      throw StateFailures.of(wanted, e);
    }
  }

  private boolean onCatalogsServer() {
    return wanted.host().equals(catalog.host())
        && wanted.port() == catalog.port()
        && wanted.username().equals(catalog.username());
  }
}
