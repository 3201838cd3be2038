package dev.lakeferry.publish;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.generation.Plan;
import dev.lakeferry.lake.Catalog;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.landing.ConfirmedLanding;
import dev.lakeferry.naming.TableName;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A shadow that is filled by committed steps, by one attempt or by several. */
final class StagedShadow {
  private static final Logger LOG = LoggerFactory.getLogger(StagedShadow.class);

  private final Publication publication;
  private final Plan plan;
  private final boolean adopted;
  private final Steps steps;
  private final LakeSession session;
  private final Catalog catalog;
  private final Fences fences;
  private final PublicationGuard guard;
  private final Shadow table;

  StagedShadow(
      Publication publication,
      Staging staging,
      PublicationGuard guard,
      LakeSession session,
      Catalog catalog) {
    this.publication = publication;
    this.plan = publication.plan();
    this.adopted = staging.adopted().isPresent();
    this.steps = new Steps(publication, guard, session);
    this.session = session;
    this.catalog = catalog;
    this.fences = new Fences(catalog, publication);
    this.guard = guard;
    this.table =
        staging
            .adopted()
            .map(name -> new Shadow(session, publication.table(), name))
            .orElseGet(() -> new Shadow(session, publication.table(), publication.id()));
  }

  Shadow table() {
    return table;
  }

  TableName name() {
    return table.name();
  }

  /** The catalog's id of it. */
  long id() {
    return catalog.tableId(name()).orElseThrow(() -> notAsItWas("is not there any more"));
  }

  ShadowContents contents(long id) {
    return new ShadowContents(
        plan, publication.landing().map(ConfirmedLanding::uri), catalog.liveTable(id).files());
  }

  /** Whether what people said of the live table is said of it, too. */
  boolean tells(long id, Comments live) {
    return live.keptBy(plan.columns()).equals(Comments.of(catalog, id).keptBy(plan.columns()));
  }

  /**
   * Makes it, unless it is adopted, and does what is missing: first the rows that are rewritten,
   * then chunk after chunk of the landed files.
   */
  void fill() {
    guard.shadow(name());
    if (adopted) {
      if (!contents(id()).mayBeAdopted()) {
        throw notAsItWas("is not as it was when it was chosen");
      }
    } else {
      create();
    }
    List<String> missing = contents(id()).missing(name());
    LOG.info(
        "{} the shadow {}: {} chunks of {} files in all are to be registered",
        adopted ? "Going on with" : "Filling",
        name(),
        missing.size(),
        plan.landed().size());
    missing.forEach(this::register);
    tell();
  }

  private void create() {
    if (catalog.tableId(name()).isPresent()) {
      throw notAsItWas("was begun by this attempt before and cannot be gone on with");
    }
    steps.step(() -> table.create(plan));
    if (!plan.rewritten().isEmpty()) {
      steps.step(() -> table.rewrite(plan));
    }
  }

  private void register(String chunk) {
    String uri = publication.landing().orElseThrow().uri() + chunk;
    steps.step(
        () -> {
          fences.refuseKnown(uri);
          refuseColumnWithoutRange();
          table.register(uri, !plan.partitionKeys().isEmpty());
        });
  }

  /**
   * Law "verify after the COMMIT too": what this step adds would make readers miss the others'
   * rows.
   */
  private void refuseColumnWithoutRange() {
    catalog
        .liveTable(id())
        .columnWithoutRange()
        .ifPresent(
            column -> {
              throw new FinalFailure(
                  ("The shadow %s of %s cannot be filled step by step: a file of a step before holds only"
                          + " NULL in the column %s, and DuckLake would forget between which values the"
                          + " others lie. The live table and all objects stay. Set"
                          + " LAKEFERRY_PUBLISH_STAGED_CHUNK so high that one step holds all files, or"
                          + " LAKEFERRY_PUBLISH_MODE to 'table:%s=swap', and retry the run.")
                      .formatted(name(), publication.table(), column, publication.table()));
            });
  }

  /**
   * Takes over what people said of the live table. A step of its own: COMMENT and RENAME of a
   * committed table in one transaction break the catalog (duckdb/ducklake#1332).
   */
  private void tell() {
    long id = id();
    Comments live =
        catalog
            .tableId(publication.table())
            .map(liveId -> Comments.of(catalog, liveId))
            .orElse(Comments.NONE);
    if (!tells(id, live)) {
      steps.step(
          () -> live.keptBy(plan.columns()).replace(Comments.of(catalog, id), table, session));
    }
  }

  private RetryableFailure notAsItWas(String what) {
    return new RetryableFailure(
        RetryableFailure.Cause.CONFLICT,
        "The shadow %s of %s %s; the live table and all objects stay. The next attempt decides anew which shadow it fills."
            .formatted(name(), publication.table(), what),
        null);
  }
}
