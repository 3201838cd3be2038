package dev.lakeferry.lake;

import dev.lakeferry.failure.FinalFailure;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * Loads DuckDB's signed extensions from the directory that {@code bin/provision-extensions} fills.
 * Autoload and autoinstall are off, so nothing is fetched in the middle of a publication.
 */
public final class Extensions {
  private static final List<String> NEEDED = List.of("httpfs", "postgres_scanner", "ducklake");

  /** What copies need besides; loaded when one is planned. */
  private static final String DELTA = "delta";

  private Extensions() {}

  /**
   * An extension and what is known of it.
   *
   * @param version as DuckDB tells it; empty if it cannot be loaded
   * @param problem why it cannot be loaded; empty if it can
   */
  public record Look(String name, String version, String problem) {}

  /** Loads each extension from the directory, in a DuckDB of its own; nothing is fetched. */
  public static List<Look> look(Path directory) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("extension_directory", directory.toString());
    properties.setProperty("autoinstall_known_extensions", "false");
    properties.setProperty("autoload_known_extensions", "false");
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:", properties)) {
      List<Look> looks = new ArrayList<>();
      for (String name : NEEDED) {
        looks.add(look(connection, name));
      }
      looks.add(look(connection, DELTA));
      return looks;
    }
  }

  private static Look look(Connection connection, String name) {
    try {
      run(connection, "LOAD " + name);
      return new Look(name, version(connection, name), "");
    } catch (SQLException absent) {
      String told = LakeErrors.tell(absent.getMessage());
      return new Look(name, "", told.lines().findFirst().orElse("no reason given"));
    }
  }

  private static String version(Connection connection, String name) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement(
            "SELECT extension_version FROM duckdb_extensions() WHERE extension_name = ?")) {
      query.setString(1, name);
      try (ResultSet row = query.executeQuery()) {
        return row.next() ? row.getString(1) : "";
      }
    }
  }

  /**
   * Loads what the lake needs, installing what is absent where DuckDB's extension host can be
   * reached.
   *
   * @throws FinalFailure if an extension is neither there nor to be had
   */
  static void load(Connection connection, Path directory) {
    for (String extension : NEEDED) {
      try {
        run(connection, "LOAD " + extension);
      } catch (SQLException absent) {
        install(connection, extension, directory, absent);
      }
    }
  }

  private static void install(
      Connection connection, String extension, Path directory, SQLException absent) {
    try {
      run(connection, "INSTALL " + extension);
      run(connection, "LOAD " + extension);
    } catch (SQLException unreachable) {
      unreachable.addSuppressed(absent);
      throw new FinalFailure(
          ("The DuckDB extension '%s' is not in %s and could not be installed from DuckDB's extension"
                  + " host. Run bin/provision-extensions (it needs pip); on a machine without network"
                  + " copy that directory from one that has it, or point LAKEFERRY_EXTENSION_DIRECTORY"
                  + " at a copy. DuckDB said: %s")
              .formatted(extension, directory, LakeErrors.tell(absent.getMessage())),
          unreachable);
    }
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
