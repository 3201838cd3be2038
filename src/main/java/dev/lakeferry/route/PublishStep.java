package dev.lakeferry.route;

import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.failure.SupersededFailure;
import dev.lakeferry.generation.Plan;
import dev.lakeferry.job.CommitLock;
import dev.lakeferry.job.Generations;
import dev.lakeferry.job.HeldLock;
import dev.lakeferry.job.Jobs;
import dev.lakeferry.job.LandedChange;
import dev.lakeferry.job.LandedObject;
import dev.lakeferry.job.Organizations;
import dev.lakeferry.job.RecordedPublication;
import dev.lakeferry.job.SessionName;
import dev.lakeferry.job.TableLock;
import dev.lakeferry.job.VerificationResult;
import dev.lakeferry.job.VerificationResults;
import dev.lakeferry.lake.Catalog;
import dev.lakeferry.lake.CommitWork;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.LiveTable;
import dev.lakeferry.landing.SourceCheck;
import dev.lakeferry.metrics.ServiceMeters;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.objects.S3Uri;
import dev.lakeferry.publish.LiveFiles;
import dev.lakeferry.publish.Publication;
import dev.lakeferry.publish.PublicationGuard;
import dev.lakeferry.publish.PublicationId;
import dev.lakeferry.publish.Published;
import dev.lakeferry.publish.Staging;
import dev.lakeferry.verification.CheckResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Publishes a confirmed landing under the table's lock, and asks the state database on the way:
 * still our attempt, still the newest generation.
 */
final class PublishStep implements Processor {
  private static final Logger LOG = LoggerFactory.getLogger(PublishStep.class);

  private final Parts parts;
  private final Jobs jobs;
  private final TableLock tableLock;
  private final CommitLock commitLock;
  private final Generations generations;
  private final Organizations organizations;
  private final VerificationResults results;
  private final SourceCheck sources;
  private final ServiceMeters meters;

  PublishStep(Parts parts, ServiceMeters meters) {
    this.meters = meters;
    this.parts = parts;
    this.jobs = parts.jobs();
    this.tableLock = new TableLock(parts.state());
    this.commitLock = new CommitLock(parts.state());
    this.generations = new Generations(parts.state().jdbi());
    this.organizations = new Organizations(parts.state().jdbi());
    this.results = new VerificationResults(parts.state().jdbi(), parts.errors());
    this.sources = new SourceCheck(parts.sourceObjects());
  }

  @Override
  public void process(Exchange exchange) {
    Passage passage = Passage.of(exchange);
    passage.watch().measuredBy(parts.engineWork());
    try (RunContext context = RunContext.of(passage);
        HeldLock lock =
            tableLock
                .tryLock(
                    passage.lake().dataPath(), passage.table(), SessionName.of(passage.attempt()))
                .orElseThrow(() -> busy(passage))) {
      refuseHeld(passage);
      refuseOvertaken(passage);
      refuseAltered(passage);
      if (passage.mode().way() == ModeRules.Way.UNCHANGED) {
        unchanged(passage);
        return;
      }
      passage
          .namingVersion()
          .ifPresent(version -> organizations.markWritten(passage.run().organizationId(), version));
      Publication publication = publication(passage);
      // For an engine that is free.
      passage.watch().waitsForOthers();
      Published published =
          passage.lake().publisher().publish(publication, new Guard(passage, lock));
      // Still under the lock: until the attempt is completed, an older generation sees nothing
      // newer.
      complete(passage, published);
    }
  }

  /** The generation is live already: the attempt ends, and the table is as fresh as it. */
  private void unchanged(Passage passage) {
    Catalog catalog = passage.lake().catalog();
    Optional<LiveTable> live = catalog.tableId(passage.table()).map(catalog::liveTable);
    String difference =
        live.isEmpty()
            ? "is not there any more"
            : LiveFiles.difference(live.get(), passage.increment().orElseThrow().kept())
                .orElse(null);
    Optional<Catalog.Snapshot> brought = live.flatMap(LiveTable::lastChange);
    if (difference != null || brought.isEmpty()) {
      throw new RetryableFailure(
          RetryableFailure.Cause.CONFLICT,
          "%s is not as it was when this generation was planned: it %s. The next attempt plans anew."
              .formatted(passage.table(), difference == null ? "lost its snapshot" : difference),
          null);
    }
    jobs.complete(passage.attempt(), recorded(passage, null, brought));
    LOG.info(
        "Nothing to publish: {} is this generation already, since snapshot {}",
        passage.table(),
        brought.get().id());
  }

  /** What is known of the table from now on; nothing where an earlier attempt had published it. */
  private LandedChange change(Passage passage, Published published) {
    if (published.baseSnapshot().isEmpty() || passage.remembered().isEmpty()) {
      return LandedChange.forgotten();
    }
    List<LandedObject> landed = new ArrayList<>();
    List<LandedObject> remembered = passage.remembered().get();
    for (int i = 0; i < remembered.size(); i++) {
      landed.add(
          remembered
              .get(i)
              .landedAt(
                  passage.landing().prefix().key()
                      + passage.toLand().landed().get(i).landedPath()));
    }
    String bucket = S3Uri.of(passage.lake().bucket(), "");
    return passage
        .increment()
        .map(
            increment ->
                LandedChange.changed(
                    increment.removed().keySet().stream()
                        .map(uri -> uri.substring(bucket.length()))
                        .toList(),
                    landed))
        .orElseGet(() -> LandedChange.replaced(landed));
  }

  private void complete(Passage passage, Published published) {
    Plan plan = passage.plan();
    jobs.complete(
        passage.attempt(),
        recorded(passage, published.baseSnapshot().orElse(null), Optional.of(published.snapshot())),
        change(passage, published));
    LOG.info(
        "Published {}: {} rows, {} files registered and {} rewritten, snapshot {}",
        passage.table(),
        plan.rows(),
        passage.toLand().landed().size(),
        plan.rewritten().size(),
        published.snapshot().id());
  }

  private RecordedPublication recorded(
      Passage passage, Long baseSnapshot, Optional<Catalog.Snapshot> snapshot) {
    Plan plan = passage.plan();
    return new RecordedPublication(
        passage.lake().dataPath(),
        passage.table(),
        passage.mode().mode(),
        passage.mode().reason(),
        plan.files(),
        plan.rows(),
        plan.landedBytes(),
        plan.rewritten().size(),
        plan.rewriteReasons().orElse(null),
        plan.emptyFiles(),
        baseSnapshot,
        snapshot.map(Catalog.Snapshot::id).orElse(null),
        snapshot.map(Catalog.Snapshot::time).orElse(null));
  }

  private static RetryableFailure busy(Passage passage) {
    return new RetryableFailure(
        RetryableFailure.Cause.BUSY,
        "%s is being published or kept up by another; this run waits for it."
            .formatted(passage.table()),
        null);
  }

  private Publication publication(Passage passage) {
    return new Publication(
        new PublicationId(
            passage.run().id(),
            passage.attempt().attempt(),
            passage.run().jobId(),
            passage.run().subjectId()),
        passage.table(),
        passage.plan(),
        passage.confirmedLanding(),
        generations.lastPublishedSnapshot(passage.lake().dataPath(), passage.table()),
        parts
            .rulebook()
            .of(
                CheckedTables.of(passage.run(), passage.table()),
                passage.run().acceptSchema(),
                generations.lastPublishedRows(passage.lake().dataPath(), passage.table())),
        passage.mode().staged()
            ? Optional.of(new Staging(passage.adoptedShadow()))
            : Optional.empty(),
        passage.increment());
  }

  /** As many other rows would pass all counts; so the store is asked once more, just before. */
  private void refuseAltered(Passage passage) {
    if (passage.confirmedLanding().isPresent()) {
      passage.lake().landings().confirm(passage.landing());
    }
    sources.unaltered(passage.plan());
  }

  private void refuseHeld(Passage passage) {
    passage.lake().holds(parts.state().jdbi()).refuse(passage.table());
  }

  private void refuseOvertaken(Passage passage) {
    generations
        .newerPublished(passage.lake().dataPath(), passage.table(), passage.run().order())
        .ifPresent(
            newer -> {
              throw new SupersededFailure(
                  newer,
                  "A newer generation of %s is published already (run %s), so this one is not."
                      .formatted(passage.table(), newer));
            });
  }

  /** What the state database says while a publication goes on. */
  private final class Guard implements PublicationGuard {
    private final Passage passage;
    private final HeldLock lock;
    private Long baseSnapshot;
    private String stage;
    private String catalogSession;

    Guard(Passage passage, HeldLock lock) {
      this.passage = passage;
      this.lock = lock;
    }

    @Override
    public void opened(LakeSession opened) {
      catalogSession = opened.catalogSession();
      jobs.recordCatalogSession(passage.attempt(), catalogSession);
      passage.watch().stoppedBy(opened::stop);
    }

    @Override
    public void stage(String name) {
      passage.watch().moved();
      if (!name.equals(stage)) {
        stage = name;
        jobs.stage(passage.attempt(), name);
      }
    }

    @Override
    public void shadow(TableName name) {
      jobs.recordShadow(passage.attempt(), name, passage.plan().digest());
    }

    @Override
    public void admit(long snapshot) {
      baseSnapshot = snapshot;
      requireOurs();
      refuseHeld(passage);
      refuseOvertaken(passage);
    }

    private void requireOurs() {
      if (!jobs.heartbeat(passage.attempt()) || !lock.isHeld()) {
        throw new RetryableFailure(
            RetryableFailure.Cause.LEASE_LOST,
            "The lease or the lock of %s was lost; nothing was published by this attempt."
                .formatted(passage.table()),
            null);
      }
    }

    @Override
    public void verified(List<CheckResult> checks) {
      checks.forEach(
          check ->
              LOG.atLevel(check.passed() ? Level.INFO : Level.WARN)
                  .log("Check {}", check.sentence()));
      checks.forEach(
          check ->
              meters.verified(
                  passage.attempt(),
                  check.name(),
                  check.severity().name().toLowerCase(Locale.ROOT),
                  check.passed()));
      results.save(passage.attempt(), checks.stream().map(PublishStep::stored).toList());
    }

    @Override
    public Turn awaitCommitTurn() {
      Duration longest = parts.settings().duration("lakeferry.commit.wait");
      passage.watch().waitsForOthers();
      HeldLock turn = commitLock.lock(passage.lake().dataPath(), lock, longest);
      passage.watch().moved();
      try {
        requireOurs();
        // Last before COMMIT: what is put on hold while it is verified is not swapped.
        refuseHeld(passage);
      } catch (RuntimeException e) {
        // Nobody could commit to the lake for as long as it is held.
        turn.close();
        throw e;
      }
      return turn::close;
    }

    @Override
    public void commitSent() {
      passage
          .watch()
          .measuredBy(
              CommitWork.of(
                  parts.engineWork(),
                  () -> passage.lake().catalogSessions().isBlocked(catalogSession)));
      passage.watch().committing();
      jobs.commitSent(passage.attempt(), recorded(passage, baseSnapshot, Optional.empty()));
    }
  }

  private static VerificationResult stored(CheckResult check) {
    return new VerificationResult(
        check.name(),
        check.severity().name().toLowerCase(Locale.ROOT),
        check.passed(),
        check.observed(),
        check.expected(),
        check.tolerance(),
        check.sql(),
        check.error(),
        check.milliseconds());
  }
}
