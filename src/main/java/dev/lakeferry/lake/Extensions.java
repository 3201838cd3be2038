package dev.lakeferry.lake;

import dev.lakeferry.failure.FinalFailure;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * Loads DuckDB's signed extensions from the directory that {@code bin/provision-extensions} fills.
 * Autoload and autoinstall are off, so nothing is fetched in the middle of a publication.
 */
final class Extensions {
  private static final List<String> NEEDED = List.of("httpfs", "postgres_scanner", "ducklake");

  private Extensions() {}

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
