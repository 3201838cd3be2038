package dev.lakeferry.lake;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.settings.LakeSettings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Law "one lake, one identity": a Duckgres server must have the very lake attached whose catalog
 * the service reads. Both are asked for the newest snapshot and for the DATA_PATH.
 */
final class SameLake {
  private final Catalog catalog;
  private final LakeSettings lake;
  private final String server;

  /**
   * Takes what the settings say.
   *
   * @param server the Duckgres server, as errors tell it
   */
  SameLake(Catalog catalog, LakeSettings lake, String server) {
    this.catalog = catalog;
    this.lake = lake;
    this.server = server;
  }

  /**
   * Compares.
   *
   * @throws FinalFailure if Duckgres shows another lake, or none
   */
  void require(Connection duckgres) throws SQLException {
    String path = dataPath(duckgres);
    if (!canonical(path).equals(lake.dataPath())) {
      throw another("its DATA_PATH is %s, not %s".formatted(path, lake.dataPath()));
    }
    // Others commit meanwhile: what Duckgres shows lies between two looks at the catalog.
    long before = catalog.newestSnapshot();
    long shown =
        Long.parseLong(
            ask(duckgres, "FROM ducklake_current_snapshot(%s)".formatted(Quote.text(Lake.ALIAS))));
    long after = catalog.newestSnapshot();
    if (shown < before || shown > after) {
      throw another(
          "it shows snapshot %d, the catalog %s"
              .formatted(shown, before == after ? before : before + " to " + after));
    }
  }

  private String dataPath(Connection duckgres) throws SQLException {
    try {
      return ask(
          duckgres,
          "SELECT data_path FROM ducklake_settings(%s)".formatted(Quote.text(Lake.ALIAS)));
    } catch (SQLException e) {
      if (DuckgresErrors.endsConnection(e)) {
        throw e;
      }
      throw new FinalFailure(
          ("Duckgres at %s has no lake attached as '%s': %s Set its ducklake.metadata_store and"
                  + " ducklake.object_store (docs/duckgres.md). No work is done before.")
              .formatted(server, Lake.ALIAS, DuckgresErrors.tell(e)),
          e);
    }
  }

  private FinalFailure another(String difference) {
    return new FinalFailure(
        ("Duckgres at %s has another lake attached than the one whose catalog the settings name: %s."
                + " No work is done. Let Duckgres' ducklake.metadata_store name the database of"
                + " DUCKLAKE_RDS_HOST and DUCKLAKE_RDS_DATABASE, and its ducklake.object_store be"
                + " DUCKLAKE_DATA_PATH; or correct these.")
            .formatted(server, difference));
  }

  private static String ask(Connection duckgres, String sql) throws SQLException {
    try (Statement statement = duckgres.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      if (!row.next()) {
        throw new SQLException("No answer to: " + sql);
      }
      return String.valueOf(row.getString(1));
    }
  }

  private static String canonical(String path) {
    return path.endsWith("/") ? path : path + "/";
  }
}
