package dev.lakeferry.lake;

import dev.lakeferry.settings.DatabaseSettings;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The engines' sessions at the catalog's server. Law "one publisher a table": who takes over a lost
 * lease first ends the former holder's, so that a paused worker cannot commit afterwards.
 */
public final class CatalogSessions {
  private static final long PATIENCE_MILLIS = 5_000;

  private final DatabaseSettings catalog;

  /** Takes where the catalog is; connects when used. */
  public CatalogSessions(DatabaseSettings catalog) {
    this.catalog = catalog;
  }

  /**
   * Ends all backends of a name and waits until they are gone.
   *
   * @param name as {@link LakeSession#catalogSession} gave it
   * @return how many there were
   * @throws dev.lakeferry.failure.RunFailure if the server cannot be asked, or one of them would
   *     not end
   */
  public int end(String name) {
    try (Connection connection = CatalogConnections.open(catalog, "lakeferry sweep");
        PreparedStatement statement =
            connection.prepareStatement(
                """
                SELECT pg_terminate_backend(pid, ?)
                FROM pg_stat_activity
                WHERE datname = current_database()
                  AND usename = current_user
                  AND application_name = ?
                """)) {
      statement.setLong(1, PATIENCE_MILLIS);
      statement.setString(2, name);
      int ended = 0;
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          if (!rows.getBoolean(1)) {
            throw new SQLException(
                "a backend of session '%s' does not end; nothing is taken over yet"
                    .formatted(name));
          }
          ended++;
        }
      }
      return ended;
    } catch (SQLException e) {
      throw CatalogConnections.failed(catalog, e);
    }
  }

  /**
   * Whether a backend of a name waits for a lock that another session holds.
   *
   * @param name as {@link LakeSession#catalogSession} gave it
   * @throws dev.lakeferry.failure.RunFailure if the server cannot be asked
   */
  public boolean isBlocked(String name) {
    try (Connection connection = CatalogConnections.open(catalog, "lakeferry commit");
        PreparedStatement statement =
            connection.prepareStatement(
                """
                SELECT EXISTS (
                  SELECT
                  FROM pg_stat_activity
                  WHERE datname = current_database()
                    AND usename = current_user
                    AND application_name = ?
                    AND wait_event_type = 'Lock')
                """)) {
      // A connection that was cut off without a word is not waited for.
      connection.setNetworkTimeout(Runnable::run, (int) PATIENCE_MILLIS);
      statement.setString(1, name);
      try (ResultSet row = statement.executeQuery()) {
        return row.next() && row.getBoolean(1);
      }
    } catch (SQLException e) {
      throw CatalogConnections.failed(catalog, e);
    }
  }
}
