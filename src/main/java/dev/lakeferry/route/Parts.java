package dev.lakeferry.route;

import dev.lakeferry.gate.Gate;
import dev.lakeferry.gate.GateMetrics;
import dev.lakeferry.generation.DeltaTable;
import dev.lakeferry.generation.FolderRules;
import dev.lakeferry.generation.PreparedFolder;
import dev.lakeferry.job.AttemptEvents;
import dev.lakeferry.job.ErrorText;
import dev.lakeferry.job.Heartbeats;
import dev.lakeferry.job.InstanceName;
import dev.lakeferry.job.Jobs;
import dev.lakeferry.job.Leases;
import dev.lakeferry.job.TableHolds;
import dev.lakeferry.lake.Catalog;
import dev.lakeferry.lake.CatalogSessions;
import dev.lakeferry.lake.EmbeddedLake;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.lake.LakeInit;
import dev.lakeferry.landing.CatalogNames;
import dev.lakeferry.landing.Landings;
import dev.lakeferry.objects.ObjectCopier;
import dev.lakeferry.objects.ObjectStore;
import dev.lakeferry.objects.S3Clients;
import dev.lakeferry.objects.S3Uri;
import dev.lakeferry.publish.Publisher;
import dev.lakeferry.settings.Secret;
import dev.lakeferry.settings.Settings;
import dev.lakeferry.state.StateDatabase;
import dev.lakeferry.upkeep.LeftoverSweep;
import dev.lakeferry.verification.Rulebook;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.s3.S3Client;

/** What the service is made of, without Camel. Nothing in it connects before it is used. */
final class Parts implements AutoCloseable {
  /** Beside the workers, the polls, sweeps and health checks ask the state database. */
  private static final int SPARE_STATE_CONNECTIONS = 6;

  /** How long a store may take to say that it is there. */
  private static final Duration LOOK = Duration.ofSeconds(10);

  private final Settings settings;
  private final InstanceName instance = InstanceName.create();
  private final ErrorText errors;
  private final StateDatabase state;
  private final S3Client lakeClient;
  private final S3Client sourceClient;
  private final S3Client lakeLook;
  private final S3Client sourceLook;
  private final ObjectCopier copier;
  private final EmbeddedLake lake;
  private final Catalog catalog;
  private final Gate gate;
  private final Heartbeats heartbeats;
  private final Rulebook rulebook;
  private final AttemptEvents events;

  Parts(Settings settings, GateMetrics gateMetrics) {
    this(settings, gateMetrics, AttemptEvents.NONE);
  }

  Parts(Settings settings, GateMetrics gateMetrics, AttemptEvents events) {
    this.events = events;
    this.settings = settings;
    int copies = settings.number("lakeferry.copy.concurrency");
    this.errors = new ErrorText(secrets(settings));
    this.state =
        StateDatabase.open(
            settings.state(),
            settings.number("lakeferry.registrations.concurrency")
                + settings.number("lakeferry.copies.concurrency")
                + settings.number("lakeferry.models.concurrency")
                + SPARE_STATE_CONNECTIONS);
    this.lakeClient = S3Clients.open(settings.lake().s3(), copies);
    this.sourceClient = S3Clients.open(settings.source().s3(), copies);
    this.lakeLook = S3Clients.openImpatient(settings.lake().s3(), LOOK);
    this.sourceLook = S3Clients.openImpatient(settings.source().s3(), LOOK);
    this.copier =
        new ObjectCopier(
            lakeClient,
            copies,
            settings.size("lakeferry.copy.multipart-threshold"),
            ObjectCopier.PART_SIZE);
    this.lake =
        new EmbeddedLake(settings.engine(), settings.catalog(), settings.lake(), settings.source());
    this.catalog = new Catalog(settings.catalog(), settings.lake().metadataSchema());
    this.rulebook = new Rulebook(settings);
    this.heartbeats = new Heartbeats(jobs(), settings.duration("lakeferry.lease"));
    this.gate = Gate.of(settings, gateMetrics);
  }

  private static List<Secret> secrets(Settings settings) {
    List<Secret> secrets = new ArrayList<>();
    secrets.add(settings.catalog().password());
    secrets.add(settings.state().password());
    Optional.of(settings.lake().s3()).flatMap(s3 -> s3.secretKey()).ifPresent(secrets::add);
    Optional.of(settings.source().s3()).flatMap(s3 -> s3.secretKey()).ifPresent(secrets::add);
    settings.secret("lakeferry.flags.posthog.personal.key").ifPresent(secrets::add);
    settings.secret("lakeferry.flags.posthog.project.key").ifPresent(secrets::add);
    return secrets;
  }

  Settings settings() {
    return settings;
  }

  InstanceName instance() {
    return instance;
  }

  ErrorText errors() {
    return errors;
  }

  StateDatabase state() {
    return state;
  }

  S3Client lakeClient() {
    return lakeClient;
  }

  ObjectStore lakeObjects() {
    return new ObjectStore(lakeClient);
  }

  ObjectStore sourceObjects() {
    return new ObjectStore(sourceClient);
  }

  ObjectCopier copier() {
    return copier;
  }

  /** Is told what happens to attempts. */
  AttemptEvents events() {
    return events;
  }

  /**
   * Why the next engine has to be built before work goes on; empty if there is one, or none was
   * needed.
   */
  Optional<String> engineTrouble() {
    return lake.trouble();
  }

  /** Builds an engine where the last one broke, unless all are lent. */
  void mendEngine() {
    lake.mend();
  }

  /** The lake's store for looking whether it answers: no call takes long. */
  ObjectStore lakeLook() {
    return new ObjectStore(lakeLook);
  }

  /** The same of the source. */
  ObjectStore sourceLook() {
    return new ObjectStore(sourceLook);
  }

  /** How often an engine broke and was thrown away. */
  long engineRebuilds() {
    return lake.discarded();
  }

  Lake lake() {
    return lake;
  }

  Catalog catalog() {
    return catalog;
  }

  Rulebook rulebook() {
    return rulebook;
  }

  Gate gate() {
    return gate;
  }

  /** The lake's name in the state database: its DATA_PATH, which no other lake has. */
  String lakeName() {
    return settings.lake().dataPath();
  }

  /** Beats for all attempts that this process works on. */
  Heartbeats heartbeats() {
    return heartbeats;
  }

  Leases leases() {
    return new Leases(
        state.jdbi(),
        new CatalogFence(new CatalogSessions(settings.catalog()), catalog),
        settings.number("lakeferry.quarantine.deaths"));
  }

  Jobs jobs() {
    return new Jobs(state.jdbi(), instance, settings.duration("lakeferry.lease"), errors, events);
  }

  TableHolds holds() {
    return new TableHolds(state.jdbi(), lakeName());
  }

  PreparedFolder preparedFolder() {
    return new PreparedFolder(
        settings.source(),
        settings.lake(),
        sourceObjects(),
        new FolderRules(settings.text("lakeferry.folder.pattern")));
  }

  DeltaTable deltaTable() {
    return new DeltaTable(settings.source(), settings.lake(), sourceObjects());
  }

  Landings landings() {
    return new Landings(
        lakeObjects(), catalogNames(), settings.size("lakeferry.copy.multipart-threshold"));
  }

  CatalogNames catalogNames() {
    return prefix ->
        catalog.fileUnder(S3Uri.of(settings.lake().bucket(), prefix.key())).isPresent();
  }

  Publisher publisher() {
    return new Publisher(lake, catalog);
  }

  LeftoverSweep leftovers() {
    return new LeftoverSweep(
        state,
        lake,
        catalog,
        lakeObjects(),
        settings.lake(),
        settings.duration("lakeferry.commit.wait"));
  }

  LakeInit lakeInit() {
    return new LakeInit(
        settings.engine(), settings.catalog(), settings.lake(), settings.source(), lakeObjects());
  }

  @Override
  public void close() {
    heartbeats.close();
    gate.close();
    copier.close();
    lake.close();
    catalog.close();
    lakeClient.close();
    sourceClient.close();
    lakeLook.close();
    sourceLook.close();
    state.close();
  }
}
