package dev.lakeferry.check;

import dev.lakeferry.lake.KnownCatalog;
import dev.lakeferry.settings.Settings;
import java.sql.Connection;
import java.sql.SQLException;

/** Whether the engine knows the format that the catalog is written in. */
final class LakeFormat extends Probe {
  /** What this build's ducklake extension writes; it migrates nothing by itself. */
  static final String KNOWN = "1.0";

  private final Postgres catalog;
  private final String schema;

  LakeFormat(Settings settings) {
    super("lake format", "catalog", LakeThere.NAME);
    this.catalog = Postgres.catalog(settings);
    this.schema = settings.lake().metadataSchema();
  }

  @Override
  Finding look() throws SQLException {
    try (Connection connection = catalog.connect()) {
      return KnownCatalog.all(connection).stream()
          .filter(known -> known.schema().equals(schema))
          .findFirst()
          .map(known -> judge(known.version()))
          .orElseGet(() -> Finding.failed("the catalog tells no version", "See docs/lake.md."));
    }
  }

  static Finding judge(String version) {
    return version.equals(KNOWN)
        ? Finding.ok("DuckLake " + version)
        : Finding.failed(
            "the catalog is of DuckLake format %s".formatted(version),
            ("This build works with format %s. Migrate an older catalog with a DuckDB of that version"
                    + " (ATTACH with AUTOMATIC_MIGRATION), after a dump; use a newer build for a newer one.")
                .formatted(KNOWN));
  }
}
