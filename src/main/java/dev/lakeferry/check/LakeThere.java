package dev.lakeferry.check;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.lake.KnownCatalog;
import dev.lakeferry.lake.LakeIdentity;
import dev.lakeferry.settings.LakeSettings;
import dev.lakeferry.settings.Settings;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;

/** Law "one lake, one identity": the lake is there, over its DATA_PATH, and nobody else is. */
final class LakeThere extends Probe {
  static final String NAME = "lake";

  private final Postgres catalog;
  private final LakeSettings lake;

  LakeThere(Settings settings) {
    super(NAME, "catalog");
    this.catalog = Postgres.catalog(settings);
    this.lake = settings.lake();
  }

  @Override
  Finding look() throws SQLException {
    try (Connection connection = catalog.connect()) {
      List<KnownCatalog> known = KnownCatalog.all(connection);
      boolean there = new LakeIdentity(catalog.settings(), lake).refuseStrangers(known);
      return there ? guarded(known) : absent(known);
    } catch (FinalFailure stranger) {
      return Finding.failed(
          stranger.getMessage(), "No work is claimed until that is settled; see docs/lake.md.");
    }
  }

  private Finding guarded(List<KnownCatalog> known) {
    boolean open =
        !lake.metadataSchema().equals("public")
            && known.stream().noneMatch(other -> other.schema().equals("public"));
    String found = "in schema %s over %s".formatted(lake.metadataSchema(), lake.dataPath());
    return open
        ? Finding.warning(
            found
                + ", without a guard in schema public: who attaches without METADATA_SCHEMA makes"
                + " a second, empty lake over the same files",
            "Let a superuser grant CREATE on schema public, then run: bin/lakeferry lake init")
        : Finding.ok(found);
  }

  private Finding absent(List<KnownCatalog> known) {
    String others =
        known.stream()
            .filter(other -> !other.guard())
            .map(other -> other.schema() + " (over " + other.dataPath() + ")")
            .collect(Collectors.joining(", "));
    return Finding.failed(
        "there is none in schema %s of database %s%s"
            .formatted(
                lake.metadataSchema(),
                catalog.settings().database(),
                others.isEmpty() ? "" : "; there is one in " + others),
        others.isEmpty()
            ? "Make it with bin/lakeferry lake init, or correct DUCKLAKE_RDS_DATABASE and"
                + " DUCKLAKE_METADATA_SCHEMA."
            : "Correct DUCKLAKE_METADATA_SCHEMA, or make a lake with bin/lakeferry lake init.");
  }
}
