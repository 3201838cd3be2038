package dev.lakeferry.lake;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.settings.DatabaseSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Makes databases that are not there yet. */
public final class Databases {
  private static final String NO_SUCH_DATABASE = "3D000";
  private static final String DUPLICATE_DATABASE = "42P04";
  private static final String MAINTENANCE = "postgres";

  private Databases() {}

  /**
   * Creates a database if it is absent.
   *
   * @return whether it was created
   * @throws dev.lakeferry.failure.RunFailure if the server cannot be reached, refuses the login, or
   *     the role may not create a database
   */
  public static boolean ensure(DatabaseSettings database) {
    try (Connection connection = CatalogConnections.open(database, "lakeferry init")) {
      return false;
    } catch (SQLException e) {
      if (!NO_SUCH_DATABASE.equals(e.getSQLState())) {
        throw CatalogConnections.failed(database, e);
      }
      return create(database);
    }
  }

  private static boolean create(DatabaseSettings database) {
    DatabaseSettings maintenance =
        new DatabaseSettings(
            database.host(),
            database.port(),
            MAINTENANCE,
            database.username(),
            database.password(),
            database.sslMode(),
            database.rootCertificate());
    try (Connection connection = CatalogConnections.open(maintenance, "lakeferry init");
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + Quote.name(database.database()));
      return true;
    } catch (SQLException e) {
      if (DUPLICATE_DATABASE.equals(e.getSQLState())) {
        return false;
      }
      throw new FinalFailure(
          ("The database \"%s\" does not exist on %s:%d and role %s could not create it: %s Create it"
                  + " as a superuser: CREATE DATABASE \"%s\" OWNER \"%s\"")
              .formatted(
                  database.database(),
                  database.host(),
                  database.port(),
                  database.username(),
                  e.getMessage(),
                  database.database(),
                  database.username()),
          e);
    }
  }
}
