package dev.lakeferry.publish;

import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.verification.CheckResult;
import java.util.List;

/**
 * What a publication asks of whoever owns the attempt. The table's own lock is held around all of
 * it.
 */
public interface PublicationGuard {

  /**
   * Tells which session does the work, before its transaction begins: who takes over ends it by its
   * name, and who must end the work stops it.
   */
  void opened(LakeSession session);

  /** Tells which stage begins. */
  void stage(String name);

  /**
   * Remembers a shadow that outlives its transaction, before it is made: whoever comes after finds
   * it by its name.
   */
  void shadow(TableName name);

  /**
   * Says inside the transaction, after its snapshot was taken, whether it may go on: still our
   * attempt, still the newest generation.
   *
   * @param baseSnapshot the snapshot that the transaction reads
   * @throws dev.lakeferry.failure.RunFailure if it may not
   */
  void admit(long baseSnapshot);

  /** Stores the results of all checks, whatever they are. */
  void verified(List<CheckResult> results);

  /** Waits for the lake's turn to commit, so that no other commit makes this one start over. */
  Turn awaitCommitTurn();

  /** Remembers that COMMIT is about to be sent: from here on the outcome may be unknown. */
  void commitSent();

  /** Holds the turn until it is closed. */
  interface Turn extends AutoCloseable {
    @Override
    void close();
  }
}
