package dev.lakeferry.rollback;

import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.failure.RunFailure;
import dev.lakeferry.generation.EarlierGeneration;
import dev.lakeferry.generation.Plan;
import dev.lakeferry.job.Actor;
import dev.lakeferry.job.BoundTables;
import dev.lakeferry.job.ErrorText;
import dev.lakeferry.job.Generations;
import dev.lakeferry.job.HeldLock;
import dev.lakeferry.job.NotThere;
import dev.lakeferry.job.PublishedSnapshot;
import dev.lakeferry.job.Refused;
import dev.lakeferry.job.Rollbacks;
import dev.lakeferry.job.SessionName;
import dev.lakeferry.job.TableHolds;
import dev.lakeferry.job.TableLock;
import dev.lakeferry.job.UpkeepLock;
import dev.lakeferry.lake.Catalog;
import dev.lakeferry.lake.Catalog.Snapshot;
import dev.lakeferry.lake.Column;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.PastTable;
import dev.lakeferry.landing.ConfirmedLanding;
import dev.lakeferry.landing.LandingPrefix;
import dev.lakeferry.landing.SourceCheck;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.objects.ObjectStore;
import dev.lakeferry.publish.Publication;
import dev.lakeferry.publish.PublicationId;
import dev.lakeferry.publish.Published;
import dev.lakeferry.publish.Publisher;
import dev.lakeferry.settings.Settings;
import dev.lakeferry.state.StateDatabase;
import dev.lakeferry.verification.CheckedTable;
import dev.lakeferry.verification.Declared;
import dev.lakeferry.verification.Rulebook;
import dev.lakeferry.verification.VerificationRules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Takes a table back to an older generation that the lake still knows: its objects are landed again
 * under a prefix of their own, verified and swapped in, as any other generation.
 *
 * <p>Law "never backwards": only this goes back, and it puts the table on hold, so that the next
 * import does not undo it before an operator has looked.
 */
public final class Rollback {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Settings settings;
  private final StateDatabase state;
  private final Lake lake;
  private final Catalog catalog;
  private final S3Client client;
  private final ErrorText errors;
  private final String lakeName;
  private final Rollbacks rollbacks;
  private final TableHolds holds;

  /**
   * Takes the parts of one lake.
   *
   * @param client of the lake's store
   * @param errors keeps secrets out of stored messages
   */
  public Rollback(
      Settings settings,
      StateDatabase state,
      Lake lake,
      Catalog catalog,
      S3Client client,
      ErrorText errors) {
    this.settings = settings;
    this.state = state;
    this.lake = lake;
    this.catalog = catalog;
    this.client = client;
    this.errors = errors;
    this.lakeName = settings.lake().dataPath();
    this.rollbacks = new Rollbacks(state.jdbi(), lakeName);
    this.holds = new TableHolds(state.jdbi(), lakeName);
  }

  /**
   * What it would do; changes nothing.
   *
   * @throws NotThere if the table is none of ours, or was not there at that snapshot, or that has
   *     expired
   * @throws RunFailure if that generation cannot be landed again
   */
  public PlannedRollback plan(TableName table, long snapshot) {
    owner(table);
    PastTable past =
        PastTable.of(catalog, table, snapshot)
            .orElseThrow(
                () ->
                    new NotThere(
                        "%s cannot be had at snapshot %d: it was not there, or the snapshot has expired. Nothing was changed; bin/lakeferry lake history %s lists what can be reached."
                            .formatted(table, snapshot, table)));
    Snapshot to = catalog.snapshot(snapshot).orElseThrow();
    refuseLive(table, past);
    try (LakeSession session = lake.open("rollback of " + table)) {
      Plan plan = new EarlierGeneration(new ObjectStore(client)).plan(past, table, session);
      List<Column> live = session.columns(table);
      Optional<Long> rows =
          live.isEmpty()
              ? Optional.empty()
              : Optional.of(session.number("SELECT count(*) FROM " + Lake.quoted(table)));
      return new PlannedRollback(table, to, plan, rows, changes(live, plan.columns()));
    }
  }

  /** A generation that is live need not be made live. */
  private void refuseLive(TableName table, PastTable past) {
    Optional<Long> live = catalog.tableId(table);
    if (live.isPresent()
        && live.get() == past.tableId()
        && catalog.lastChange(live.get()).filter(change -> change > past.snapshot()).isEmpty()) {
      throw new Refused(
          "%s is as it was at snapshot %d. Nothing was changed.".formatted(table, past.snapshot()));
    }
  }

  private static List<String> changes(List<Column> live, List<Column> then) {
    List<String> changes = new ArrayList<>();
    for (Column column : live) {
      Optional<Column> there = Column.find(then, column.name());
      if (there.isEmpty()) {
        changes.add("loses the column %s".formatted(column.name()));
      } else if (!there.get().type().equals(column.type())) {
        changes.add(
            "its column %s becomes %s instead of %s"
                .formatted(column.name(), there.get().type(), column.type()));
      }
    }
    then.stream()
        .filter(column -> Column.find(live, column.name()).isEmpty())
        .forEach(column -> changes.add("gets the column %s back".formatted(column.name())));
    return changes;
  }

  private BoundTables.Owner owner(TableName table) {
    return new BoundTables(state.jdbi(), lakeName)
        .owner(table)
        .orElseThrow(
            () ->
                new NotThere(
                    "No completion is known that belongs into %s. Nothing was changed; bin/lakeferry runs lists the tables."
                        .formatted(table)));
  }

  /**
   * What was done.
   *
   * @param held whether the table was put on hold; else it was on hold already
   */
  public record RolledBack(PlannedRollback planned, Published published, boolean held) {}

  /**
   * Does it.
   *
   * @throws Refused if the table is being published, or the lake kept up
   * @throws RunFailure if it failed; the live table is as it was, and not on hold unless it was
   */
  public RolledBack to(TableName table, long snapshot, Actor actor) {
    BoundTables.Owner owner = owner(table);
    try (HeldLock upkeep =
            new UpkeepLock(state)
                .lock(lakeName, PATIENCE)
                .orElseThrow(
                    () ->
                        new Refused(
                            "The lake is being kept up by another process. Nothing was changed; try"
                                + " again when it has ended (bin/lakeferry upkeep log)."));
        HeldLock lock =
            new TableLock(state)
                .tryLock(lakeName, table, SessionName.of("rollback"))
                .orElseThrow(
                    () ->
                        new Refused(
                            "%s is being published. Nothing was changed; put it on hold, and try again when that has ended (bin/lakeferry status)."
                                .formatted(table)))) {
      PlannedRollback planned = plan(table, snapshot);
      boolean held = hold(table, snapshot, actor);
      long id = rollbacks.begin(table, snapshot, actor);
      Landed landed = new Landed(settings, client, catalog, prefix(table, owner, id));
      try {
        return new RolledBack(planned, publish(planned, owner, id, landed, lock, actor), held);
      } catch (RuntimeException e) {
        failed(id, e, landed, table, held, actor);
        throw e;
      }
    }
  }

  private boolean hold(TableName table, long snapshot, Actor actor) {
    if (holds.find(table).isPresent()) {
      return false;
    }
    holds.hold(table, "rolled back to snapshot %d".formatted(snapshot), actor);
    return true;
  }

  private LandingPrefix prefix(TableName table, BoundTables.Owner owner, long id) {
    return LandingPrefix.base(
        settings.lake().prefix(),
        table,
        LandingPrefix.Kind.ROLLBACKS,
        owner.id(),
        Rollbacks.runId(id));
  }

  private Published publish(
      PlannedRollback planned,
      BoundTables.Owner owner,
      long id,
      Landed landed,
      HeldLock lock,
      Actor actor) {
    Plan plan = planned.plan();
    TableName table = planned.table();
    rollbacks.landing(id, landed.prefix().key(), plan.files(), plan.rows(), plan.landedBytes());
    Optional<ConfirmedLanding> landing = landed.land(plan);
    new SourceCheck(new ObjectStore(client)).unaltered(plan);
    PublicationId name = new PublicationId(Rollbacks.runId(id), 1, Rollbacks.runId(id), owner.id());
    Publication publication =
        new Publication(
            name,
            table,
            plan,
            landing,
            new Generations(state.jdbi()).lastPublishedSnapshot(lakeName, table),
            rules(table, name.runId()));
    RollbackGuard guard =
        new RollbackGuard(
            state,
            lakeName,
            lock,
            () -> rollbacks.commitSent(id),
            settings.duration("lakeferry.commit.wait"));
    Published published;
    try {
      published = new Publisher(lake, catalog).publish(publication, guard);
    } catch (RetryableFailure e) {
      published = lookedUp(e, name);
    }
    rollbacks.completed(
        new Rollbacks.Rollback(
            id,
            table,
            planned.to().id(),
            "running",
            actor.toString(),
            landed.prefix().key(),
            true,
            null),
        new PublishedSnapshot(published.snapshot().id(), published.snapshot().time()),
        actor);
    return published;
  }

  /**
   * Law "unknown outcomes are looked up, and looked up again": a lost COMMIT may land seconds
   * later.
   */
  private Published lookedUp(RetryableFailure failure, PublicationId name) {
    if (failure.kind() != RetryableFailure.Cause.UNKNOWN_OUTCOME) {
      throw failure;
    }
    return new Lookup(catalog)
        .find(PublicationId.commitMessage(name.runId(), name.attempt()))
        .map(snapshot -> new Published(snapshot, Optional.empty(), List.of(failure.getMessage())))
        .orElseThrow(() -> failure);
  }

  /** Old rows are asked no more than whether they are those of that generation. */
  private VerificationRules rules(TableName table, String run) {
    VerificationRules rules =
        new Rulebook(settings)
            .of(
                CheckedTable.ofImport(run, "rollback", 0, run, table, null),
                true,
                Optional.empty());
    return new VerificationRules(
        rules.table(),
        rules.levels(),
        rules.schemaPolicy(),
        true,
        rules.decode(),
        rules.volumeDrop(),
        rules.nullCountsLargest(),
        Declared.NOTHING,
        Optional.empty());
  }

  private void failed(
      long id, RuntimeException thrown, Landed landed, TableName table, boolean held, Actor actor) {
    boolean unknown =
        thrown instanceof RetryableFailure retryable
            && retryable.kind() == RetryableFailure.Cause.UNKNOWN_OUTCOME;
    rollbacks.failed(id, unknown, errors.of(thrown));
    if (unknown) {
      return;
    }
    try {
      landed.remove();
      rollbacks.leftoversRemoved(id);
    } catch (RunFailure e) {
      // The sweep of leftovers removes it later.
      thrown.addSuppressed(e);
    }
    if (held) {
      holds.release(table, actor);
    }
  }
}
