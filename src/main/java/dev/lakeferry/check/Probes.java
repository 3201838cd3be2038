package dev.lakeferry.check;

import dev.lakeferry.settings.DuckgresSettings;
import dev.lakeferry.settings.Settings;
import java.util.ArrayList;
import java.util.List;

/** Every probe, each after those that it needs. */
final class Probes {
  private Probes() {}

  static List<Probe> of(Settings settings, Surroundings surroundings, ProbePlace place) {
    Postgres catalog = Postgres.catalog(settings);
    Postgres state = Postgres.state(settings);
    SourceSample sample = new SourceSample();
    List<Probe> probes = new ArrayList<>();
    probes.addAll(
        List.of(
            new Reach(catalog),
            new ServerVersion(catalog),
            new Language(catalog),
            new PoolerProbe(catalog),
            new ClockSkew(catalog, surroundings.clock()),
            new LakeThere(settings),
            new LakeFormat(settings),
            new CatalogPrivileges(settings),
            new Reach(state),
            new ServerVersion(state),
            new PoolerProbe(state),
            new ClockSkew(state, surroundings.clock()),
            new StateTables(settings),
            new BucketThere("lake bucket", "DUCKLAKE_BUCKET_REGION", place.lakeBucket()),
            new LakeList(place),
            new LakePut(place),
            new LakeGet(place),
            new LakeMultipart(place),
            new BucketThere("source bucket", "SOURCE_BUCKET_REGION", place.sourceBucket()),
            new SourceList(place, sample),
            new SourceGet(place, sample),
            new CopyToLake(settings, place, sample),
            new PublicAccess("lake public access", "lake bucket", place.lakeBucket()),
            new PublicAccess("source public access", "source bucket", place.sourceBucket()),
            new CallerIdentity(settings, surroundings.sts(), surroundings.limit())));
    probes.addAll(
        settings
            .duckgres()
            .map(duckgres -> duckgres(settings, duckgres, place))
            .orElseGet(() -> embedded(settings, place)));
    probes.addAll(
        List.of(new LakeDelete(place), new FlagsReadable(settings), new ChecksReadable(settings)));
    if (settings.duckgres().isEmpty()) {
      probes.add(new SpillRoom(settings, surroundings.space()));
    }
    return probes;
  }

  private static List<Probe> embedded(Settings settings, ProbePlace place) {
    return List.of(new ExtensionsThere(settings), new EngineProbe(settings, place));
  }

  private static List<Probe> duckgres(
      Settings settings, DuckgresSettings duckgres, ProbePlace place) {
    return List.of(
        new DuckgresServer(duckgres),
        new EngineProbe(settings, place),
        new DuckgresCheckpoint(settings));
  }
}
