package dev.lakeferry.route;

import dev.lakeferry.generation.DeltaTable;
import dev.lakeferry.generation.FolderRules;
import dev.lakeferry.generation.PreparedFolder;
import dev.lakeferry.job.ErrorText;
import dev.lakeferry.job.TableHolds;
import dev.lakeferry.lake.Catalog;
import dev.lakeferry.lake.CatalogSessions;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.lake.LakeInit;
import dev.lakeferry.lake.LakeMeasures;
import dev.lakeferry.landing.CatalogNames;
import dev.lakeferry.landing.Landings;
import dev.lakeferry.metrics.LakeGauges;
import dev.lakeferry.objects.ObjectCopier;
import dev.lakeferry.objects.ObjectStore;
import dev.lakeferry.objects.S3Clients;
import dev.lakeferry.objects.S3Uri;
import dev.lakeferry.ops.ReadableLake;
import dev.lakeferry.publish.Publisher;
import dev.lakeferry.settings.Settings;
import dev.lakeferry.state.StateDatabase;
import dev.lakeferry.upkeep.LeftoverSweep;
import dev.lakeferry.upkeep.Step;
import dev.lakeferry.upkeep.Upkeep;
import dev.lakeferry.upkeep.UpkeepLog;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import org.jdbi.v3.core.Jdbi;
import software.amazon.awssdk.services.s3.S3Client;

/** One lake: its engine, catalog and bucket. Nothing in it connects before it is used. */
final class LakeParts implements AutoCloseable {
  /** How long a store may take to say that it is there. */
  static final Duration LOOK = Duration.ofSeconds(10);

  private final String name;
  private final Settings settings;
  private final ObjectStore sourceObjects;
  private final S3Client client;
  private final S3Client look;
  private final ObjectCopier copier;
  private final Lake engine;
  private final Lake reader;
  private final Catalog catalog;

  /**
   * Takes the lake's settings.
   *
   * @param name by which operators know the lake
   */
  LakeParts(String name, Settings settings, ObjectStore sourceObjects) {
    this.name = name;
    this.settings = settings;
    this.sourceObjects = sourceObjects;
    int copies = settings.number("lakeferry.copy.concurrency");
    this.client = S3Clients.open(settings.lake().s3(), copies);
    this.look = S3Clients.openImpatient(settings.lake().s3(), LOOK);
    this.copier =
        new ObjectCopier(
            client,
            copies,
            settings.size("lakeferry.copy.multipart-threshold"),
            ObjectCopier.PART_SIZE);
    this.engine = Lake.of(settings);
    this.reader = Lake.forReading(settings);
    this.catalog = new Catalog(settings.catalog(), settings.lake().metadataSchema());
  }

  /** By which operators know it. */
  String name() {
    return name;
  }

  /** Its name in the state database: its DATA_PATH, which no other lake has. */
  String dataPath() {
    return settings.lake().dataPath();
  }

  String bucket() {
    return settings.lake().bucket();
  }

  /** Folders of the bucket below which all lies; empty, or with a slash at the end. */
  String prefix() {
    return settings.lake().prefix();
  }

  Lake engine() {
    return engine;
  }

  Catalog catalog() {
    return catalog;
  }

  /** For whoever reads: no publication waits for them. */
  ReadableLake readable() {
    return new ReadableLake(reader, catalog);
  }

  CatalogSessions catalogSessions() {
    return new CatalogSessions(settings.catalog());
  }

  /** The bean in the routes' registry that copies into its bucket. */
  String store() {
    return name.equals(Settings.ENVIRONMENT_LAKE) ? "lakeObjects" : "lakeObjects-" + name;
  }

  S3Client client() {
    return client;
  }

  ObjectStore objects() {
    return new ObjectStore(client);
  }

  /** For looking whether the store answers: no call takes long. */
  ObjectStore look() {
    return new ObjectStore(look);
  }

  ObjectCopier copier() {
    return copier;
  }

  TableHolds holds(Jdbi state) {
    return new TableHolds(state, dataPath());
  }

  PreparedFolder preparedFolder() {
    return new PreparedFolder(
        settings.source(),
        settings.lake(),
        sourceObjects,
        new FolderRules(settings.text("lakeferry.folder.pattern")));
  }

  DeltaTable deltaTable() {
    return new DeltaTable(settings.source(), settings.lake(), sourceObjects);
  }

  Landings landings() {
    return new Landings(
        objects(), catalogNames(), settings.size("lakeferry.copy.multipart-threshold"));
  }

  CatalogNames catalogNames() {
    return prefix -> catalog.fileUnder(S3Uri.of(bucket(), prefix.key())).isPresent();
  }

  Publisher publisher() {
    return new Publisher(engine, catalog);
  }

  LeftoverSweep leftovers(StateDatabase state) {
    return new LeftoverSweep(
        state,
        engine,
        catalog,
        objects(),
        settings.lake(),
        settings.duration("lakeferry.commit.wait"));
  }

  /** With an engine of its own, so that publications do not wait for one. */
  Upkeep upkeep(StateDatabase state, ErrorText errors) {
    return new Upkeep(settings, state, () -> Lake.of(settings), catalog, objects(), errors);
  }

  /** Its figures, not read yet. */
  LakeGauges gauges(MeterRegistry registry, Jdbi state) {
    return new LakeGauges(
        registry,
        name,
        LakeMeasures.NAMES,
        Step.ALL.stream().map(Step::id).toList(),
        new LakeMeasures(catalog)::read,
        new UpkeepLog(state, dataPath())::agesOfDone);
  }

  LakeInit init() {
    return new LakeInit(
        settings.engine(), settings.catalog(), settings.lake(), settings.source(), objects());
  }

  @Override
  public void close() {
    copier.close();
    engine.close();
    reader.close();
    catalog.close();
    client.close();
    look.close();
  }
}
