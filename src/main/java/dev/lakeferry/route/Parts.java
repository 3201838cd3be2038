package dev.lakeferry.route;

import dev.lakeferry.gate.Gate;
import dev.lakeferry.gate.GateMetrics;
import dev.lakeferry.job.AttemptEvents;
import dev.lakeferry.job.ErrorText;
import dev.lakeferry.job.Heartbeats;
import dev.lakeferry.job.InstanceName;
import dev.lakeferry.job.Jobs;
import dev.lakeferry.job.Leases;
import dev.lakeferry.lake.EngineWork;
import dev.lakeferry.objects.ObjectStore;
import dev.lakeferry.objects.S3Clients;
import dev.lakeferry.settings.Settings;
import dev.lakeferry.state.StateDatabase;
import dev.lakeferry.verification.Rulebook;
import java.util.function.LongSupplier;
import software.amazon.awssdk.services.s3.S3Client;

/** What the service is made of, without Camel. Nothing in it connects before it is used. */
final class Parts implements AutoCloseable {
  /** Beside the workers, the polls, sweeps and health checks ask the state database. */
  private static final int SPARE_STATE_CONNECTIONS = 6;

  private final Settings settings;
  private final InstanceName instance = InstanceName.create();
  private final ErrorText errors;
  private final StateDatabase state;
  private final S3Client sourceClient;
  private final S3Client sourceLook;
  private final Lakes lakes;
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
    this.errors = new ErrorText(settings.secrets());
    this.state =
        StateDatabase.open(
            settings.state(),
            settings.number("lakeferry.registrations.concurrency")
                + settings.number("lakeferry.copies.concurrency")
                + settings.number("lakeferry.models.concurrency")
                + SPARE_STATE_CONNECTIONS);
    this.sourceClient = S3Clients.open(settings.source().s3(), copies);
    this.sourceLook = S3Clients.openImpatient(settings.source().s3(), LakeParts.LOOK);
    this.lakes = new Lakes(settings, sourceObjects(), state.jdbi());
    this.rulebook = new Rulebook(settings);
    this.heartbeats =
        new Heartbeats(
            jobs(), settings.duration("lakeferry.lease"), settings.duration("lakeferry.stall"));
    this.gate = Gate.of(settings, gateMetrics);
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

  /** The lakes that are served. */
  Lakes lakes() {
    return lakes;
  }

  /** The lake of the service's own settings. */
  LakeParts environment() {
    return lakes.environment();
  }

  ObjectStore sourceObjects() {
    return new ObjectStore(sourceClient);
  }

  /** Is told what happens to attempts. */
  AttemptEvents events() {
    return events;
  }

  /** The source's store for looking whether it answers: no call takes long. */
  ObjectStore sourceLook() {
    return new ObjectStore(sourceLook);
  }

  /** How often an engine broke and was thrown away. */
  long engineRebuilds() {
    return lakes.all().stream().mapToLong(lake -> lake.engine().discarded()).sum();
  }

  Rulebook rulebook() {
    return rulebook;
  }

  Gate gate() {
    return gate;
  }

  /** Tells whether the engine's work of the calling thread moves, from now on. */
  LongSupplier engineWork() {
    return EngineWork.ofThisThread(settings.duration("lakeferry.stall"));
  }

  /** Beats for all attempts that this process works on. */
  Heartbeats heartbeats() {
    return heartbeats;
  }

  Leases leases() {
    return new Leases(
        state.jdbi(), new CatalogFence(lakes), settings.number("lakeferry.quarantine.deaths"));
  }

  Jobs jobs() {
    return new Jobs(state.jdbi(), instance, settings.duration("lakeferry.lease"), errors, events);
  }

  @Override
  public void close() {
    heartbeats.close();
    gate.close();
    lakes.close();
    sourceClient.close();
    sourceLook.close();
    state.close();
  }
}
