package dev.lakeferry.publish;

import dev.lakeferry.lake.CommitFailure;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.LakeTransaction;
import java.util.Optional;

/**
 * The committed steps of a staged publication. Each is fenced like a publication, and its commit
 * message is never that of one.
 */
final class Steps {
  private final Publication publication;
  private final PublicationGuard guard;
  private final LakeSession session;
  private int number;

  Steps(Publication publication, PublicationGuard guard, LakeSession session) {
    this.publication = publication;
    this.guard = guard;
    this.session = session;
  }

  /**
   * Does some work in a transaction of its own and commits it. Where COMMIT's outcome is not known
   * the attempt ends: the next one reads from the catalog what the shadow holds, after the sessions
   * of this one were ended, so that a lost COMMIT can no longer land.
   */
  void step(Runnable work) {
    number++;
    session.renew();
    Optional<CommitFailure> failure;
    try (LakeTransaction transaction = session.begin()) {
      guard.admit(transaction.baseSnapshot());
      CommitInfo.set(session, publication, publication.id().stageMessage(number));
      work.run();
      try (PublicationGuard.Turn turn = guard.awaitCommitTurn()) {
        failure = Outcome.commit(transaction);
      }
    }
    if (failure.isPresent()) {
      session.discardEngine();
      throw Outcome.failed("COMMIT of step %d failed: ".formatted(number), failure.get());
    }
  }
}
