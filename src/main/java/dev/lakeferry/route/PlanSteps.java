package dev.lakeferry.route;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.completion.CompletedModel;
import dev.lakeferry.completion.Payload;
import dev.lakeferry.generation.Chunks;
import dev.lakeferry.generation.DeltaPlace;
import dev.lakeferry.generation.Fill;
import dev.lakeferry.generation.FooterMemory;
import dev.lakeferry.generation.Plan;
import dev.lakeferry.generation.PlanRequest;
import dev.lakeferry.generation.PlannedObject;
import dev.lakeferry.job.AttemptStatus;
import dev.lakeferry.job.AttemptStore;
import dev.lakeferry.job.Jobs;
import dev.lakeferry.job.LandedObject;
import dev.lakeferry.job.LandedObjects;
import dev.lakeferry.job.TableBinding;
import dev.lakeferry.lake.Column;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.landing.LandingPrefix;
import dev.lakeferry.naming.NamingVersion;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.publish.Increment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out what a generation is made of: the beans {@code preparedFolder} and {@code deltaTable}
 * of the routes. The workflows differ in this step alone.
 */
public final class PlanSteps {
  private static final Logger LOG = LoggerFactory.getLogger(PlanSteps.class);

  private final Parts parts;
  private final Jobs jobs;
  private final PlanRules rules;
  private final ModeRules modes;
  private final TableBinding bindings;
  private final AttemptStore attempts;
  private final LandedObjects landed;

  PlanSteps(Parts parts) {
    this.parts = parts;
    this.jobs = parts.jobs();
    this.rules = new PlanRules(parts);
    this.modes = new ModeRules(parts.settings());
    this.bindings = new TableBinding(parts.state().jdbi());
    this.attempts = new AttemptStore(parts.state().jdbi());
    this.landed = new LandedObjects(parts.state().jdbi());
  }

  /** Makes a plan on an open session. */
  private interface Source {
    Plan plan(LakeSession session, PlanRequest request);
  }

  /** Lists an import's prepared folder and reads its footers. */
  public void plan(Exchange exchange) {
    Passage passage = begin(exchange);
    CompletedImport completion = nameImport(passage, LandingPrefix.Kind.IMPORTS);
    plan(
        passage,
        rules.registrationFill(),
        (session, request) -> passage.lake().preparedFolder().plan(completion, session, request));
  }

  /** Pins the version of an import's Delta table and reads its log. */
  public void planImport(Exchange exchange) {
    Passage passage = begin(exchange);
    CompletedImport completion = nameImport(passage, LandingPrefix.Kind.COPIES);
    Payload payload = Payload.parse(passage.run().payload());
    DeltaPlace place = rules.deltaPlace(completion, payload.deltaFolder());
    plan(
        passage,
        rules.copyFill(),
        (session, request) ->
            passage
                .lake()
                .deltaTable()
                .plan(place, payload.deltaVersion(), completion.expectedRows(), session, request));
  }

  /** Pins the version of a model's Delta table and reads its log. */
  public void planModel(Exchange exchange) {
    Passage passage = begin(exchange);
    CompletedModel model = Payload.parse(passage.run().payload()).asModel();
    name(
        passage,
        PlanRules.table(model),
        Optional.empty(),
        LandingPrefix.Kind.COPIES,
        model.savedQueryName());
    DeltaPlace place = rules.deltaPlace(model);
    plan(
        passage,
        rules.copyFill(),
        (session, request) ->
            passage
                .lake()
                .deltaTable()
                .plan(place, model.deltaVersion(), model.expectedRows(), session, request));
  }

  private Passage begin(Exchange exchange) {
    Passage passage = Passage.of(exchange);
    jobs.stage(passage.attempt(), "plan");
    passage.watch().measuredBy(parts.engineWork());
    return passage;
  }

  private void plan(Passage passage, Fill fill, Source source) {
    // For an engine that is free.
    passage.watch().waitsForOthers();
    try (RunContext context = RunContext.of(passage);
        LakeSession session = passage.lake().engine().open(passage.attempt().toString())) {
      passage.watch().stoppedBy(session::stop);
      boolean remembers = modes.remembers(passage.run(), passage.table());
      LiveGeneration live = live(remembers, passage);
      Plan plan =
          source.plan(
              session,
              new PlanRequest(
                  () -> liveColumns(session, passage), fill, LOG::info, live.footers()));
      Compared compared =
          remembers
              ? live.with(passage.table(), plan, session)
              : Compared.impossible("it is not asked for");
      boolean overtaken = overtaken(passage);
      ModeRules.Choice mode = modes.of(passage.run(), passage.table(), plan, compared, overtaken);
      passage.publishedBy(mode);
      passage.planned(mode.staged() ? Chunks.divide(plan, modes.chunk(plan, overtaken)) : plan);
      if (mode.way() == ModeRules.Way.INCREMENTAL || mode.way() == ModeRules.Way.UNCHANGED) {
        passage.changes(compared.increment().orElseThrow());
      }
      if (remembers && plan.rewritten().isEmpty()) {
        passage.remember(
            remembered(
                passage.run().id(),
                passage.increment().map(Increment::added).orElse(plan).landed(),
                live.footers()));
      }
      passage.watch().stoppedByNothing();
      plan.remarks().forEach(LOG::warn);
      plan.rewriteReasons()
          .ifPresent(reasons -> LOG.info("Rewritten, not registered: {}", reasons));
      LOG.info(
          "Planned {} from {}: {} rows in {} files, {} bytes to land, {} files to rewrite",
          passage.table(),
          plan.rewrittenFrom().map(Object::toString).orElse(plan.sourceUri()),
          plan.rows(),
          plan.files(),
          plan.landedBytes(),
          plan.rewritten().size());
      LOG.info("To be published {}", mode);
    }
  }

  /** Whether an attempt sent its COMMIT and failed all the same: only conflicts with others do. */
  private boolean overtaken(Passage passage) {
    return passage.attempt().attempt() > 1
        && attempts.of(passage.run().id()).stream()
            .anyMatch(earlier -> earlier.commitSent() && earlier.status() == AttemptStatus.FAILED);
  }

  private static List<Column> liveColumns(LakeSession session, Passage passage) {
    return passage.lake().catalog().tableId(passage.table()).isPresent()
        ? session.columnsOfExisting(passage.table())
        : List.of();
  }

  private LiveGeneration live(boolean remembers, Passage passage) {
    LakeParts lake = passage.lake();
    return new LiveGeneration(
        remembers ? landed.of(lake.dataPath(), passage.table()) : Optional.empty(),
        lake.catalog(),
        lake.bucket(),
        parts.settings().number("lakeferry.publish.incremental-limit"));
  }

  /** Without the key, which is not known before all is landed. */
  private static List<LandedObject> remembered(
      String run, List<PlannedObject> objects, FooterMemory memory) {
    List<FooterMemory.Remembered> footers = memory.of(objects);
    List<LandedObject> remembered = new ArrayList<>(objects.size());
    for (int i = 0; i < objects.size(); i++) {
      PlannedObject object = objects.get(i);
      FooterMemory.Remembered footer = footers.get(i);
      remembered.add(
          new LandedObject(
              object.landedPath(),
              object.size(),
              object.etag(),
              null,
              run,
              footer.rows(),
              footer.signature(),
              footer.firstGroupRows(),
              footer.leaves()));
    }
    return remembered;
  }

  private CompletedImport nameImport(Passage passage, LandingPrefix.Kind kind) {
    CompletedImport completion = Payload.parse(passage.run().payload()).asImport();
    NamingVersion version = rules.namingVersion(completion);
    name(
        passage,
        PlanRules.table(completion, version),
        Optional.of(version),
        kind,
        completion.name());
    return completion;
  }

  private void name(
      Passage passage,
      TableName table,
      Optional<NamingVersion> version,
      LandingPrefix.Kind kind,
      String ownerName) {
    passage.named(table, version, kind);
    jobs.recordTarget(passage.attempt(), passage.lake().dataPath(), table);
    bindings.bind(
        passage.lake().dataPath(),
        table,
        passage.run().subjectKind(),
        passage.run().subjectId(),
        ownerName);
    passage.lake().holds(parts.state().jdbi()).refuse(table);
  }
}
