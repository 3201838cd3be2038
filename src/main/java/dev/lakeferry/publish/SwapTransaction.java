package dev.lakeferry.publish;

import dev.lakeferry.failure.RunFailure;
import dev.lakeferry.lake.Catalog;
import dev.lakeferry.lake.Catalog.Snapshot;
import dev.lakeferry.lake.CommitFailure;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.LakeTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The transaction in which a generation becomes the live one, and what comes after it.
 *
 * <p>Law "slow work before BEGIN, fixed order after it": the snapshot is taken, then the fences are
 * asked, then the work is done.
 */
final class SwapTransaction {
  private static final Logger LOG = LoggerFactory.getLogger(SwapTransaction.class);

  /** Files times columns; about two seconds of COMMIT. */
  private static final long LONG = 10_000;

  private static final int RETRIES_OF_A_LONG_ONE = 3;

  private final Publication publication;
  private final PublicationGuard guard;
  private final LakeSession session;
  private final Catalog catalog;
  private final Fences fences;
  private final List<String> warnings = new ArrayList<>();

  SwapTransaction(
      Publication publication, PublicationGuard guard, LakeSession session, Catalog catalog) {
    this.publication = publication;
    this.guard = guard;
    this.session = session;
    this.catalog = catalog;
    this.fences = new Fences(catalog, publication);
  }

  /** Brings the generation, inside the transaction. */
  interface Work {
    /**
     * Fills or fetches it, and verifies it.
     *
     * @param baseSnapshot the snapshot that the transaction reads
     * @param liveId the catalog's id of the live table; empty if there is none
     */
    Verified verified(long baseSnapshot, Optional<Long> liveId);
  }

  /**
   * A generation that may become the live one.
   *
   * @param takePlace makes it that
   * @param seen the snapshot that it, and the live table's schema, was verified at
   * @param beforeCommit asked last, once it is this publication's turn
   * @param readBack looks at it after the COMMIT on a fresh connection: a sentence for each answer
   *     that differs from the source
   * @param options tells which options of the live table were lost
   */
  record Verified(
      Runnable takePlace,
      long seen,
      Runnable beforeCommit,
      Supplier<List<String>> readBack,
      Supplier<List<String>> options) {}

  /**
   * What a shadow takes over from the live table that it replaces; tells of what is lost with that.
   *
   * @param liveId the catalog's id of the live table; empty if there is none
   */
  Carried replacing(Optional<Long> liveId) {
    fences.strangers(liveId).ifPresent(this::warn);
    return new Carried(session, publication.table(), catalog, liveId);
  }

  /** A shadow that may be swapped in. */
  Verified swapping(Shadow shadow, long seen, Runnable beforeCommit, Carried carried) {
    return new Verified(
        shadow::swap,
        seen,
        beforeCommit,
        () -> new ReadBack(session, publication.table()).differences(publication),
        carried::options);
  }

  /**
   * Publishes.
   *
   * @throws RunFailure if the live table was left as it was
   */
  Published run(Work work) {
    Verified verified;
    long baseSnapshot;
    Optional<CommitFailure> failure;
    try (LakeTransaction transaction = session.begin()) {
      baseSnapshot = transaction.baseSnapshot();
      Optional<Snapshot> landedBefore = fences.publishedBefore();
      if (landedBefore.isPresent()) {
        LOG.info("An earlier attempt of this run is published already.");
        return new Published(landedBefore.get(), Optional.empty(), List.of());
      }
      guard.admit(baseSnapshot);
      Optional<Long> liveId = catalog.tableId(publication.table());
      CommitInfo.set(session, publication, publication.id().commitMessage());
      verified = work.verified(baseSnapshot, liveId);
      guard.stage("swap");
      session.threadsForCatalog();
      verified.takePlace().run();
      try (PublicationGuard.Turn turn = guard.awaitCommitTurn()) {
        guard.stage("commit");
        liveId.ifPresent(id -> fences.refuseLateWriter(id, verified.seen()));
        verified.beforeCommit().run();
        giveUpEarly();
        guard.commitSent();
        failure = Outcome.commit(transaction);
      }
    }
    if (failure.isPresent()) {
      session.discardEngine();
    }
    return readBack(verified, baseSnapshot, snapshot(failure));
  }

  /**
   * A long COMMIT that others overtook is overtaken again, and nobody else's of this service gets
   * its turn meanwhile; the next attempt goes by small steps.
   */
  private void giveUpEarly() {
    if (publication.staging().isEmpty() && publication.toLand().registeredCells() > LONG) {
      session.commitRetries(RETRIES_OF_A_LONG_ONE);
    }
  }

  private Snapshot snapshot(Optional<CommitFailure> failure) {
    Outcome outcome = new Outcome(catalog, publication.id());
    if (failure.isEmpty()) {
      tellReadBack();
      return outcome.answered();
    }
    Snapshot landed = outcome.landed(failure.get());
    warn(
        "COMMIT reported an error, but snapshot %d holds this publication: %s"
            .formatted(landed.id(), failure.get().getMessage()));
    return landed;
  }

  /** Law "states tell the truth": what only tells of a finished swap must not make it fail. */
  private void tellReadBack() {
    try {
      guard.stage("read back");
    } catch (RuntimeException e) {
      LOG.warn("The stage 'read back' could not be written down ({})", e.getClass().getName());
    }
  }

  private Published readBack(Verified verified, long baseSnapshot, Snapshot snapshot) {
    try {
      session.renew();
      verified.options().get().forEach(this::warn);
      differences(verified)
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
      warn("The table is published, but could not be read back: " + e.getMessage());
    } catch (RuntimeException e) {
      LOG.error("Reading back failed by a fault of the program", e);
      warnings.add("The table is published, but could not be read back.");
    }
    return new Published(snapshot, Optional.of(baseSnapshot), warnings);
  }

  /** In one transaction, which asks the catalog once for what all its statements need. */
  private List<String> differences(Verified verified) {
    try (LakeTransaction reading = session.begin()) {
      LOG.debug("Read back at snapshot {}", reading.baseSnapshot());
      return verified.readBack().get();
    }
  }

  /** Told at once, so that it is in the log whatever comes after. */
  private void warn(String warning) {
    LOG.warn(warning);
    warnings.add(warning);
  }
}
