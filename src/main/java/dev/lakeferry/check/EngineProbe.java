package dev.lakeferry.check;

import dev.lakeferry.lake.Lake;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.objects.S3Uri;
import dev.lakeferry.settings.Settings;

/** Whether the engine attaches the lake and lists its bucket with its own credentials. */
final class EngineProbe extends Probe {
  static final String NAME = "engine";

  private final Settings settings;
  private final ProbePlace place;

  EngineProbe(Settings settings, ProbePlace place) {
    super(
        NAME,
        "catalog",
        LakeThere.NAME,
        "lake format",
        settings.duckgres().isPresent() ? DuckgresServer.NAME : ExtensionsThere.NAME,
        "lake bucket");
    this.settings = settings;
    this.place = place;
  }

  @Override
  Finding look() {
    try (Lake lake = Lake.of(settings);
        LakeSession session = lake.open("lakeferry check")) {
      long snapshot = session.number("FROM ducklake_current_snapshot(?)", Lake.ALIAS);
      session.number(
          "SELECT count(*) FROM glob(?)",
          S3Uri.of(place.lakeBucket().name(), place.prefix()) + "*");
      return Finding.ok(
          settings.duckgres().isPresent()
              ? "Duckgres has the same lake as the catalog, at snapshot %d".formatted(snapshot)
              : "DuckDB attaches the lake, at snapshot %d".formatted(snapshot));
    }
  }
}
