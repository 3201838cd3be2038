package dev.lakeferry.publish;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.failure.RunFailure;
import dev.lakeferry.generation.Plan;
import dev.lakeferry.lake.Catalog;
import dev.lakeferry.lake.Catalog.Snapshot;
import dev.lakeferry.lake.Column;
import dev.lakeferry.lake.CommitFailure;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.LakeTransaction;
import dev.lakeferry.lake.Quote;
import dev.lakeferry.landing.ConfirmedLanding;
import dev.lakeferry.verification.Before;
import dev.lakeferry.verification.CheckResult;
import dev.lakeferry.verification.DecodeProbe;
import dev.lakeferry.verification.Expected;
import dev.lakeferry.verification.Finding;
import dev.lakeferry.verification.Subject;
import dev.lakeferry.verification.Verification;
import dev.lakeferry.verification.VerificationRules;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes a landed generation.
 *
 * <p>Law "one transaction": registering, verifying and swapping are one catalog transaction; any
 * mismatch leaves the old table live, its data and its objects untouched. Law "slow work before
 * BEGIN, fixed order after it": footers, decoding and CREATE SCHEMA come before; then the snapshot
 * is taken, then the fences are asked, then the work is done.
 */
public final class Publisher {
  private static final Logger LOG = LoggerFactory.getLogger(Publisher.class);

  private final Lake lake;
  private final Catalog catalog;

  /** Takes the engine and the catalog of one lake. */
  public Publisher(Lake lake, Catalog catalog) {
    this.lake = lake;
    this.catalog = catalog;
  }

  /**
   * Publishes; the caller holds the table's lock.
   *
   * @throws RunFailure if the live table was left as it was
   */
  public Published publish(Publication publication, PublicationGuard guard) {
    try (LakeSession session = lake.open(publication.id().commitMessage())) {
      guard.opened(session);
      return publish(publication, guard, session);
    }
  }

  private Published publish(Publication publication, PublicationGuard guard, LakeSession session) {
    guard.stage("check");
    Optional<Finding> decoded = check(session, publication);
    createSchema(session, publication);
    List<String> warnings = new ArrayList<>();
    Carried carried;
    long baseSnapshot;
    Optional<CommitFailure> failure;
    guard.stage("register");
    try (LakeTransaction transaction = session.begin()) {
      baseSnapshot = transaction.baseSnapshot();
      Optional<Snapshot> landedBefore = catalog.committedWith(publication.id().commitMessages());
      if (landedBefore.isPresent()) {
        LOG.info("An earlier attempt of this run is published already.");
        return new Published(landedBefore.get(), Optional.empty(), List.of());
      }
      guard.admit(baseSnapshot);
      publication.landing().ifPresent(this::refuseKnownPrefix);
      Optional<Long> liveId = catalog.tableId(publication.table());
      strangers(publication, liveId).ifPresent(warning -> warn(warnings, warning));
      carried = new Carried(session, publication.table(), catalog, liveId);
      Shadow shadow = fill(publication, session);
      guard.stage("verify");
      List<CheckResult> results = verify(publication, session, shadow, decoded);
      guard.verified(results);
      refuse(publication, results);
      guard.stage("swap");
      carried.comments(shadow, publication.plan().columns().stream().map(Column::name).toList());
      shadow.swap();
      try (PublicationGuard.Turn turn = guard.awaitCommitTurn()) {
        guard.stage("commit");
        if (liveId.isPresent()) {
          refuseLateWriter(publication, liveId.get(), baseSnapshot);
        }
        guard.commitSent();
        failure = commit(transaction);
      }
    }
    if (failure.isPresent()) {
      session.discardEngine();
    }
    Snapshot snapshot =
        failure.isPresent()
            ? afterFailedCommit(publication, failure.get(), warnings)
            : committed(publication, guard);
    return readBack(publication, session, carried, baseSnapshot, snapshot, warnings);
  }

  private static Optional<CommitFailure> commit(LakeTransaction transaction) {
    try {
      transaction.commit();
      return Optional.empty();
    } catch (CommitFailure e) {
      return Optional.of(e);
    }
  }

  private Optional<Snapshot> lookUp(Publication publication) {
    try {
      return catalog.committedWith(List.of(publication.id().commitMessage()));
    } catch (RunFailure e) {
      throw unknown("After COMMIT the catalog could not be asked: " + e.getMessage(), e);
    }
  }

  private Snapshot committed(Publication publication, PublicationGuard guard) {
    guard.stage("read back");
    return lookUp(publication)
        .orElseThrow(
            () ->
                new RetryableFailure(
                    RetryableFailure.Cause.CONFLICT,
                    "COMMIT answered, but the catalog does not hold the publication; the live table"
                        + " is as it was.",
                    null));
  }

  /**
   * Does all that a publication does up to the swap, and rolls it back. The objects stay where they
   * are; whoever landed them removes them.
   *
   * @throws RunFailure if the shadow could not be filled
   */
  public Rehearsal rehearse(Publication publication) {
    try (LakeSession session = lake.open(publication.id().commitMessage())) {
      Optional<Finding> decoded = check(session, publication);
      boolean live = catalog.tableId(publication.table()).isPresent();
      try (LakeTransaction transaction = session.begin()) {
        LOG.debug("Rehearsed on snapshot {}", transaction.baseSnapshot());
        publication.landing().ifPresent(this::refuseKnownPrefix);
        // Inside, so that it goes with the rest.
        createSchema(session, publication);
        List<Column> liveColumns = session.columns(publication.table());
        Optional<Long> liveRows =
            live
                ? Optional.of(
                    session.number("SELECT count(*) FROM " + Lake.quoted(publication.table())))
                : Optional.empty();
        Shadow shadow = fill(publication, session);
        List<CheckResult> results = verify(publication, session, shadow, decoded);
        return Rehearsal.of(publication, liveRows, liveColumns, results);
      }
    }
  }

  private static void createSchema(LakeSession session, Publication publication) {
    session.execute(
        "CREATE SCHEMA IF NOT EXISTS %s.%s"
            .formatted(Quote.name(Lake.ALIAS), Quote.name(publication.table().schema())));
  }

  private static Optional<Finding> check(LakeSession session, Publication publication) {
    if (publication.plan().rewrittenFrom().isPresent()
        || publication.rules().declared().readsDelta()) {
      session.readDelta();
    }
    if (publication.landing().isEmpty()) {
      return Optional.empty();
    }
    LandedFooters footers = new LandedFooters(session, publication.landing().get());
    footers.compareWith(publication.plan());
    return DecodeProbe.before(
        publication.rules(), () -> footers.decode(publication.rules().decode()));
  }

  /** A live table that someone else wrote to since our last swap: their rows go with it. */
  private Optional<String> strangers(Publication publication, Optional<Long> liveId) {
    if (liveId.isEmpty() || publication.previousSnapshot().isEmpty()) {
      return Optional.empty();
    }
    long ours = publication.previousSnapshot().get();
    return catalog
        .lastChange(liveId.get())
        .filter(change -> change > ours)
        .map(
            change ->
                ("%s was written to by someone else after our last swap (snapshot %d, ours was %d);"
                        + " the new generation replaces what they wrote. Their state can be read with AT"
                        + " (VERSION => %d) until it expires.")
                    .formatted(publication.table(), change, ours, change));
  }

  /**
   * Refuses what somebody wrote to the live table while this transaction ran: DuckLake sees no
   * conflict there, the DROP wins and their rows would be gone without a word.
   */
  private void refuseLateWriter(Publication publication, long liveId, long baseSnapshot) {
    catalog
        .lastChange(liveId)
        .filter(change -> change > baseSnapshot)
        .ifPresent(
            change -> {
              throw new RetryableFailure(
                  RetryableFailure.Cause.CONFLICT,
                  ("%s was written to by someone else (snapshot %d) while its new generation was"
                          + " filled; the live table and all objects stay. The next attempt tells of"
                          + " it and replaces it.")
                      .formatted(publication.table(), change),
                  null);
            });
  }

  /** Law "objects that the catalog may know are sacred", asked again for the whole prefix. */
  private void refuseKnownPrefix(ConfirmedLanding landing) {
    catalog
        .fileUnder(landing.uri())
        .ifPresent(
            path -> {
              throw new FinalFailure(
                  ("The catalog already names %s under the landing prefix of this attempt; registering"
                          + " it twice would lose it later. Nothing was changed. Retry the run: it lands"
                          + " under a new prefix.")
                      .formatted(path));
            });
  }

  private static Shadow fill(Publication publication, LakeSession session) {
    Plan plan = publication.plan();
    session.execute(
        "CALL ducklake_set_commit_message(?, ?, ?, extra_info => ?)",
        Lake.ALIAS,
        "lakeferry",
        publication.id().commitMessage(),
        CommitInfo.json(publication));
    Shadow shadow = new Shadow(session, publication.table(), publication.id());
    shadow.create(plan);
    publication
        .landing()
        .ifPresent(landing -> shadow.register(landing.uri(), !plan.partitionKeys().isEmpty()));
    shadow.rewrite(plan);
    return shadow;
  }

  private static List<CheckResult> verify(
      Publication publication, LakeSession session, Shadow shadow, Optional<Finding> decoded) {
    VerificationRules rules = publication.rules();
    return new Verification(Clock.systemUTC())
        .run(
            new Subject(
                session,
                shadow.name(),
                rules.table(),
                Expected.of(
                    publication.plan(), publication.landing().map(ConfirmedLanding::uri), decoded),
                new Before(session.columns(publication.table()), rules.previousRows()),
                rules,
                true));
  }

  private static void refuse(Publication publication, List<CheckResult> results) {
    List<CheckResult> failed = results.stream().filter(CheckResult::forbids).toList();
    if (!failed.isEmpty()) {
      throw new FinalFailure(
          "Verification of %s failed, so the live table and all objects stay as they were: %s"
              .formatted(
                  publication.table(),
                  failed.stream().map(CheckResult::sentence).collect(Collectors.joining("; "))));
    }
  }

  /** Law "unknown outcomes are looked up": the catalog's commit message decides, not the error. */
  private Snapshot afterFailedCommit(
      Publication publication, CommitFailure failure, List<String> warnings) {
    Optional<Snapshot> landed = lookUp(publication);
    if (landed.isPresent()) {
      warn(
          warnings,
          "COMMIT reported an error, but snapshot %d holds this publication: %s"
              .formatted(landed.get().id(), failure.getMessage()));
      return landed.get();
    }
    if (failure.failure() instanceof RetryableFailure retryable
        && retryable.kind() == RetryableFailure.Cause.CONFLICT) {
      throw retryable;
    }
    throw unknown("COMMIT failed: " + failure.getMessage(), failure);
  }

  private static RetryableFailure unknown(String what, Throwable thrown) {
    return new RetryableFailure(
        RetryableFailure.Cause.UNKNOWN_OUTCOME,
        what
            + " Whether it took effect is not known yet; the catalog is asked until it answers, and"
            + " only then is the run tried again.",
        thrown);
  }

  private static Published readBack(
      Publication publication,
      LakeSession session,
      Carried carried,
      long baseSnapshot,
      Snapshot snapshot,
      List<String> warnings) {
    try {
      session.renew();
      carried.options().forEach(warning -> warn(warnings, warning));
      new ReadBack(session, publication.table())
          .differences(publication.plan())
          .forEach(
              difference -> {
                String warning =
                    "Read back after the COMMIT, %s %s. Publish this generation again, or roll back."
                        .formatted(publication.table(), difference);
                LOG.error(warning);
                warnings.add(warning);
              });
    } catch (RunFailure e) {
      // The swap is done and stays so: a finished swap is never recorded as failed.
      warn(warnings, "The table is published, but could not be read back: " + e.getMessage());
    }
    return new Published(snapshot, Optional.of(baseSnapshot), warnings);
  }

  /** Told at once, so that it is in the log whatever comes after. */
  private static void warn(List<String> warnings, String warning) {
    LOG.warn(warning);
    warnings.add(warning);
  }
}
