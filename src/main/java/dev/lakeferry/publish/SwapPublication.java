package dev.lakeferry.publish;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.generation.Plan;
import dev.lakeferry.lake.Catalog;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.landing.ConfirmedLanding;
import dev.lakeferry.verification.CheckResult;
import java.util.List;

/**
 * Publishes in the mode {@code swap}. Law "one transaction": registering, verifying and swapping
 * are one catalog transaction; any mismatch leaves the old table live, its data and its objects
 * untouched.
 */
final class SwapPublication {
  private final Publication publication;
  private final PublicationGuard guard;
  private final LakeSession session;
  private final Catalog catalog;

  SwapPublication(
      Publication publication, PublicationGuard guard, LakeSession session, Catalog catalog) {
    this.publication = publication;
    this.guard = guard;
    this.session = session;
    this.catalog = catalog;
  }

  Published publish() {
    guard.stage("check");
    Checks checks = new Checks(session, publication);
    checks.before(true);
    checks.createSchema(catalog);
    guard.stage("register");
    try {
      SwapTransaction transaction = new SwapTransaction(publication, guard, session, catalog);
      return transaction.run(
          (baseSnapshot, liveId) -> {
            Carried carried = transaction.replacing(liveId);
            return transaction.swapping(verified(checks, carried), baseSnapshot, () -> {}, carried);
          });
    } catch (FinalFailure e) {
      checks.nameTheUndecodable(e);
      throw e;
    }
  }

  private Shadow verified(Checks checks, Carried carried) {
    Shadow shadow = fill(publication, session, new Fences(catalog, publication));
    guard.stage("verify");
    List<CheckResult> results = checks.run(shadow.name(), true);
    guard.verified(results);
    checks.refuse(results);
    carried.comments().keptBy(publication.plan().columns()).replace(Comments.NONE, shadow, session);
    return shadow;
  }

  /** Makes and fills the shadow in the running transaction. */
  static Shadow fill(Publication publication, LakeSession session, Fences fences) {
    Plan plan = publication.plan();
    publication.landing().map(ConfirmedLanding::uri).ifPresent(fences::refuseKnown);
    Shadow shadow = new Shadow(session, publication.table(), publication.id());
    shadow.create(plan);
    publication
        .landing()
        .ifPresent(landing -> shadow.register(landing.uri(), !plan.partitionKeys().isEmpty()));
    shadow.rewrite(plan);
    return shadow;
  }
}
