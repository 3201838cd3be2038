package dev.lakeferry.check;

import dev.lakeferry.lake.EmbeddedLake;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.objects.S3Uri;
import dev.lakeferry.settings.Settings;

/** Whether the engine attaches the lake and lists its bucket with its own credentials. */
final class EngineProbe extends Probe {
  private final Settings settings;
  private final ProbePlace place;

  EngineProbe(Settings settings, ProbePlace place) {
    super("engine", "catalog", LakeThere.NAME, "lake format", ExtensionsThere.NAME, "lake bucket");
    this.settings = settings;
    this.place = place;
  }

  @Override
  Finding look() {
    try (EmbeddedLake lake =
            new EmbeddedLake(
                settings.engine(), settings.catalog(), settings.lake(), settings.source());
        LakeSession session = lake.open("lakeferry check")) {
      long snapshot = session.number("FROM ducklake_current_snapshot(?)", Lake.ALIAS);
      session.number(
          "SELECT count(*) FROM glob(?)",
          S3Uri.of(place.lakeBucket().name(), place.prefix()) + "*");
      return Finding.ok("DuckDB attaches the lake, at snapshot %d".formatted(snapshot));
    }
  }
}
