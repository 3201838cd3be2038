package dev.lakeferry.publish;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.lake.Catalog;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.Quote;
import dev.lakeferry.landing.ConfirmedLanding;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.verification.Before;
import dev.lakeferry.verification.CheckResult;
import dev.lakeferry.verification.DecodeProbe;
import dev.lakeferry.verification.DecodeSize;
import dev.lakeferry.verification.Expected;
import dev.lakeferry.verification.Finding;
import dev.lakeferry.verification.Part;
import dev.lakeferry.verification.Subject;
import dev.lakeferry.verification.Verification;
import dev.lakeferry.verification.VerificationRules;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What is looked at before a shadow is filled, and of a shadow that is filled. */
final class Checks {
  private final LakeSession session;
  private final Publication publication;
  private Optional<Finding> decoded = Optional.empty();
  private Optional<LandedFooters> leftToTheScan = Optional.empty();
  private boolean statementFailed;

  Checks(LakeSession session, Publication publication) {
    this.session = session;
    this.publication = publication;
  }

  /**
   * Law "slow work before BEGIN": compares the landed objects' footers, and decodes some.
   *
   * @param inTransaction whether the shadow will be of the publishing transaction, in which no
   *     statistics answer, so that counting a column's values decodes them
   */
  void before(boolean inTransaction) {
    if (publication.plan().rewrittenFrom().isPresent()
        || publication.rules().declared().readsDelta()) {
      session.readDelta();
    }
    publication.landing().ifPresent(landing -> compare(landing, inTransaction));
  }

  private void compare(ConfirmedLanding landing, boolean inTransaction) {
    LandedFooters footers = new LandedFooters(session, landing);
    footers.compareWith(publication.toLand());
    VerificationRules rules = publication.rules();
    if (inTransaction && DecodeProbe.leftToTheScan(expected(), rules)) {
      leftToTheScan = Optional.of(footers);
      decoded = DecodeProbe.byScan(rules);
    } else {
      decoded = DecodeProbe.before(rules, () -> footers.decode(rules.decode()));
    }
  }

  private Expected expected() {
    Optional<String> uri = publication.landing().map(ConfirmedLanding::uri);
    return publication
        .increment()
        .map(increment -> Expected.ofPart(publication.plan(), increment.added(), uri, decoded))
        .orElseGet(() -> Expected.of(publication.plan(), uri, decoded));
  }

  /**
   * Looks for the file that a scan stumbled over, if one did; the scan itself names none. To be
   * called after the ROLLBACK.
   *
   * @throws FinalFailure naming the file, if one cannot be decoded
   */
  void nameTheUndecodable(FinalFailure failure) {
    try {
      leftToTheScan
          .filter(footers -> statementFailed)
          .ifPresent(footers -> footers.decode(DecodeSize.ALL));
    } catch (FinalFailure named) {
      named.addSuppressed(failure);
      throw named;
    }
  }

  /** The same where the catalog tells what is there; the engine would read all of it to know. */
  void createSchema(Catalog catalog) {
    if (!catalog.hasSchema(publication.table().schema())) {
      createSchema();
    }
  }

  /** Makes the table's schema if there is none. */
  void createSchema() {
    session.execute(
        "CREATE SCHEMA IF NOT EXISTS %s.%s"
            .formatted(Quote.name(Lake.ALIAS), Quote.name(publication.table().schema())));
  }

  /**
   * Runs all checks of a filled shadow.
   *
   * @param inTransaction whether it is of the running transaction; else it is committed
   */
  List<CheckResult> run(TableName shadow, boolean inTransaction) {
    return run(shadow, inTransaction, Optional.empty());
  }

  /**
   * Runs all checks of a live table to which files were added in the running transaction.
   *
   * @param part where the rows of those files are
   */
  List<CheckResult> runOfPart(Part part) {
    return run(publication.table(), true, Optional.of(part));
  }

  private List<CheckResult> run(TableName tested, boolean inTransaction, Optional<Part> part) {
    VerificationRules rules = publication.rules();
    List<CheckResult> results =
        new Verification(Clock.systemUTC())
            .run(
                new Subject(
                    session,
                    tested,
                    rules.table(),
                    expected(),
                    new Before(session.columns(publication.table()), rules.previousRows()),
                    rules,
                    inTransaction,
                    part));
    statementFailed = results.stream().anyMatch(result -> result.error() != null);
    return results;
  }

  /**
   * Ends a publication of which a check does not pass.
   *
   * @throws FinalFailure naming each
   */
  void refuse(List<CheckResult> results) {
    List<String> failed =
        results.stream().filter(CheckResult::forbids).map(CheckResult::sentence).toList();
    refuseBecause(failed);
  }

  /** The same for whatever else was found. */
  void refuseBecause(List<String> found) {
    if (!found.isEmpty()) {
      throw new FinalFailure(
          "Verification of %s failed, so the live table and all objects stay as they were: %s"
              .formatted(publication.table(), found.stream().collect(Collectors.joining("; "))));
    }
  }
}
