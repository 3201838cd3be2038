package dev.lakeferry.publish;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.failure.RunFailure;
import dev.lakeferry.generation.Plan;
import dev.lakeferry.lake.Catalog;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.LiveTable;
import dev.lakeferry.lake.Quote;
import dev.lakeferry.landing.ConfirmedLanding;
import dev.lakeferry.publish.Pruning.Group;
import dev.lakeferry.verification.CheckResult;
import dev.lakeferry.verification.Part;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes in the mode {@code incremental}: files that are no more part of the generation are
 * taken out of the live table, and those that are new are registered, in one transaction. A whole
 * file is taken out by the catalog alone; its object stays for the snapshots that name it.
 *
 * <p>Law "objects that the catalog may know are sacred": what was added in a transaction is never
 * deleted in it, since DuckLake would delete the object at once; so all deletions come first.
 */
final class IncrementalPublication {
  private static final Logger LOG = LoggerFactory.getLogger(IncrementalPublication.class);

  private final Publication publication;
  private final Plan plan;
  private final Increment increment;
  private final PublicationGuard guard;
  private final LakeSession session;
  private final Catalog catalog;
  private final Fences fences;

  IncrementalPublication(
      Publication publication,
      Increment increment,
      PublicationGuard guard,
      LakeSession session,
      Catalog catalog) {
    this.publication = publication;
    this.plan = publication.plan();
    this.increment = increment;
    this.guard = guard;
    this.session = session;
    this.catalog = catalog;
    this.fences = new Fences(catalog, publication);
  }

  /** How the changed files are named without reading the others. */
  private record Named(List<Group> removed, List<Group> added) {}

  Published publish() {
    guard.stage("check");
    Checks checks = new Checks(session, publication);
    checks.before(true);
    Named named = named();
    readRemoved(named.removed);
    guard.stage("register");
    try {
      return new SwapTransaction(publication, guard, session, catalog)
          .run((baseSnapshot, liveId) -> verified(checks, named, baseSnapshot));
    } catch (FinalFailure e) {
      checks.nameTheUndecodable(e);
      throw e;
    }
  }

  /**
   * Law "slow work before BEGIN": each DELETE would read of its own files what its condition needs,
   * one after the other; read together before, it is in this engine's cache. Where that does not
   * work, such as a condition that a path's text does not fit, the DELETE reads for itself; who is
   * to stop is stopped by the next statement.
   */
  private void readRemoved(List<Group> removed) {
    if (removed.isEmpty()) {
      return;
    }
    String conditions =
        removed.stream().map(Group::condition).distinct().collect(Collectors.joining(" OR "));
    try {
      session.withExactKeys(
          () ->
              session.number(
                  "SELECT count(*) FROM read_parquet(?, union_by_name = true, hive_partitioning = true) WHERE "
                      + conditions,
                  List.copyOf(increment.removed().keySet())));
    } catch (RunFailure e) {
      LOG.debug("The files that are taken out are not read ahead: {}", e.getMessage());
    }
  }

  private LiveTable live() {
    return catalog
        .tableId(publication.table())
        .map(catalog::liveTable)
        .orElseThrow(() -> changed("is not there any more"));
  }

  private Named named() {
    Pruning pruning = new Pruning(session, live(), plan);
    return new Named(
        increment.removed().isEmpty() ? List.of() : pruning.ofLive(increment.removed().keySet()),
        publication
            .landing()
            .map(landing -> pruning.ofLanded(landing, increment.added()))
            .orElse(List.of()));
  }

  private SwapTransaction.Verified verified(Checks checks, Named named, long baseSnapshot) {
    LiveTable live = live();
    LiveFiles.difference(live, increment.before())
        .or(() -> LiveFiles.difference(session, publication.table(), live, plan))
        .ifPresent(
            difference -> {
              throw changed(difference);
            });
    publication.landing().map(ConfirmedLanding::uri).ifPresent(fences::refuseKnown);
    conflictWithOthers();
    remove(named.removed);
    publication
        .landing()
        .ifPresent(
            landing ->
                Shadow.register(
                    session, publication.table(), landing.uri(), !plan.partitionKeys().isEmpty()));
    guard.stage("verify");
    publication.giveThreads(session);
    List<CheckResult> results =
        checks.runOfPart(new Part(filters(named.added), increment.keptRows()));
    guard.verified(results);
    checks.refuse(results);
    return new SwapTransaction.Verified(
        () -> {}, baseSnapshot, () -> {}, this::readBack, Collections::emptyList);
  }

  /**
   * Law "one publisher a table": two publications that only add files, or that remove different
   * ones, would both be committed. This statement changes nothing, but makes them conflict.
   */
  private void conflictWithOthers() {
    session.execute("ALTER TABLE %s RESET SORTED BY".formatted(Lake.quoted(publication.table())));
  }

  private void remove(List<Group> groups) {
    long expected = increment.removed().values().stream().mapToLong(Long::longValue).sum();
    long removed = 0;
    for (Group group : groups) {
      if (group.touchesNoOther()) {
        // They were read ahead.
        session.threadsForCatalog();
      } else {
        session.threadsForAnyWork();
      }
      removed +=
          session.change(
              "DELETE FROM %s WHERE filename IN (%s) AND %s"
                  .formatted(
                      Lake.quoted(publication.table()),
                      group.files().stream().map(file -> "?").collect(Collectors.joining(", ")),
                      group.condition()),
              group.files().toArray());
    }
    LOG.info(
        "Took {} files of {} rows out of {} by {} statements",
        increment.removed().size(),
        removed,
        publication.table(),
        groups.size());
    if (removed != expected) {
      throw new FinalFailure(
          ("Taking %d files out of %s took %,d rows instead of %,d; the live table and all objects stay."
                  + " Publish this table with lakeferry.publish.mode=swap, and report it.")
              .formatted(increment.removed().size(), publication.table(), removed, expected));
    }
  }

  /** One filter for each group of added files; nothing else of the table passes. */
  private List<String> filters(List<Group> groups) {
    List<String> filters = new ArrayList<>();
    for (Group group : groups) {
      String files =
          group.files().isEmpty()
              ? "starts_with(filename, %s)"
                  .formatted(Quote.text(publication.landing().orElseThrow().uri()))
              : group.files().stream()
                  .map(Quote::text)
                  .collect(Collectors.joining(", ", "filename IN (", ")"));
      filters.add(files + " AND " + group.condition());
    }
    return filters.isEmpty() ? List.of("false") : filters;
  }

  private List<String> readBack() {
    Optional<String> uri = publication.landing().map(ConfirmedLanding::uri);
    return new IncrementReadBack(session, publication.table(), live(), plan)
        .differences(increment.after(uri.orElse("")));
  }

  private RetryableFailure changed(String difference) {
    return new RetryableFailure(
        RetryableFailure.Cause.CONFLICT,
        ("%s is not as it was when this generation was planned: it %s. The live table and all objects stay;"
                + " the next attempt plans anew.")
            .formatted(publication.table(), difference),
        null);
  }
}
