package dev.lakeferry.publish;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.lake.Catalog;
import dev.lakeferry.lake.Catalog.Snapshot;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.landing.ConfirmedLanding;
import dev.lakeferry.verification.CheckResult;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes in the mode {@code staged}: the shadow is filled by steps that are committed one by one
 * and verified as readers would see it; then it takes the live table's place in one transaction
 * that asks everything again. Whatever fails before that transaction's COMMIT leaves the live table
 * as it was, and the shadow for the next attempt or for the sweep of leftovers: it is never dropped
 * here.
 */
final class StagedPublication {
  private static final Logger LOG = LoggerFactory.getLogger(StagedPublication.class);

  private final Publication publication;
  private final PublicationGuard guard;
  private final LakeSession session;
  private final Catalog catalog;
  private final Fences fences;
  private final StagedShadow shadow;

  StagedPublication(
      Publication publication,
      Staging staging,
      PublicationGuard guard,
      LakeSession session,
      Catalog catalog) {
    this.publication = publication;
    this.guard = guard;
    this.session = session;
    this.catalog = catalog;
    this.fences = new Fences(catalog, publication);
    this.shadow = new StagedShadow(publication, staging, guard, session, catalog);
  }

  Published publish() {
    Optional<Snapshot> landedBefore = fences.publishedBefore();
    if (landedBefore.isPresent()) {
      LOG.info("An earlier attempt of this run is published already.");
      return new Published(landedBefore.get(), Optional.empty(), List.of());
    }
    guard.stage("check");
    Checks checks = new Checks(session, publication);
    checks.before(false);
    checks.createSchema(catalog);
    guard.stage("register");
    shadow.fill();
    guard.stage("verify");
    session.renew();
    long seen = session.number("FROM ducklake_current_snapshot(?)", Lake.ALIAS);
    verify(checks);
    // What is asked again in the transaction belongs to its time.
    guard.stage("swap");
    SwapTransaction transaction = new SwapTransaction(publication, guard, session, catalog);
    return transaction.run(
        (baseSnapshot, liveId) -> {
          Carried carried = transaction.replacing(liveId);
          long shadowId = requireAsVerified(carried);
          return transaction.swapping(
              shadow.table(),
              seen,
              () -> fences.refuseAlteredShadow(shadow.name(), shadowId, seen),
              carried);
        });
  }

  /** All checks, and what otherwise only the read-back finds: the statistics are there already. */
  private void verify(Checks checks) {
    List<CheckResult> results = checks.run(shadow.name(), false);
    guard.verified(results);
    checks.refuse(results);
    checks.refuseBecause(new ReadBack(session, shadow.name()).differences(publication));
  }

  private long requireAsVerified(Carried carried) {
    long shadowId = shadow.id();
    publication
        .landing()
        .map(ConfirmedLanding::uri)
        .ifPresent(uri -> fences.refuseKnownBeside(uri, shadowId));
    if (!shadow.contents(shadowId).isWhole()) {
      throw new FinalFailure(
          ("The shadow %s does not hold each planned file of %s exactly once; the live table and all"
                  + " objects stay. Retry the run: it fills a new one.")
              .formatted(shadow.name(), publication.table()));
    }
    if (!shadow.tells(shadowId, carried.comments())) {
      throw new RetryableFailure(
          RetryableFailure.Cause.CONFLICT,
          "The comments of %s changed while its new generation was filled; the live table stays, and the next attempt takes them over."
              .formatted(publication.table()),
          null);
    }
    return shadowId;
  }
}
