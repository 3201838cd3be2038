package dev.lakeferry.lake;

import dev.lakeferry.failure.RunFailure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One catalog transaction. Closing it without {@link #commit} rolls it back.
 *
 * <p>Law "COMMIT's word is not proof": DuckDB answers a COMMIT of an aborted transaction with
 * success and stores nothing, so after any failed statement only ROLLBACK is possible here, and the
 * caller reads the outcome back on a fresh connection.
 */
public final class LakeTransaction implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LakeTransaction.class);

  private final LakeSession session;
  private long baseSnapshot;
  private boolean poisoned;
  private boolean ended;

  LakeTransaction(LakeSession session) {
    this.session = session;
  }

  void takeSnapshot() {
    baseSnapshot = session.number("FROM ducklake_current_snapshot(?)", Lake.ALIAS);
  }

  void poison() {
    poisoned = true;
  }

  /** The id of the snapshot that this transaction reads. */
  public long baseSnapshot() {
    return baseSnapshot;
  }

  /**
   * Sends COMMIT. Once sent it is never cancelled. When it fails, the outcome is unknown until the
   * catalog was asked for the commit message.
   *
   * @throws IllegalStateException if a statement of this transaction failed
   * @throws RunFailure if the session was stopped before COMMIT was sent
   * @throws CommitFailure if COMMIT itself failed
   */
  public void commit() {
    if (poisoned || ended) {
      throw new IllegalStateException("Only ROLLBACK is left: a statement before failed.");
    }
    session.forbidStop();
    ended = true;
    try {
      session.commit();
    } catch (RunFailure e) {
      throw new CommitFailure(e);
    }
  }

  /** Rolls back what was not committed; registered objects stay where they are. */
  @Override
  public void close() {
    if (ended) {
      return;
    }
    ended = true;
    try {
      session.rollback();
    } catch (RuntimeException e) {
      LOG.warn("ROLLBACK failed; the connection is thrown away: {}", e.getMessage());
    }
  }
}
