package dev.lakeferry.rollback;

import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.job.CommitLock;
import dev.lakeferry.job.HeldLock;
import dev.lakeferry.job.SessionName;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.publish.PublicationGuard;
import dev.lakeferry.state.StateDatabase;
import dev.lakeferry.verification.CheckResult;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the state database says while a table is taken back. */
final class RollbackGuard implements PublicationGuard {
  private static final Logger LOG = LoggerFactory.getLogger(RollbackGuard.class);

  private final StateDatabase state;
  private final String lake;
  private final HeldLock lock;
  private final Runnable onCommit;
  private final Duration commitWait;

  /**
   * Takes the table's lock.
   *
   * @param onCommit remembers that COMMIT is about to be sent
   */
  RollbackGuard(
      StateDatabase state, String lake, HeldLock lock, Runnable onCommit, Duration commitWait) {
    this.state = state;
    this.lake = lake;
    this.lock = lock;
    this.onCommit = onCommit;
    this.commitWait = commitWait;
  }

  @Override
  public void opened(LakeSession session) {
    // Nobody takes a rollback over, so nobody has to find its sessions.
  }

  @Override
  public void stage(String name) {
    LOG.info("Rollback: {}", name);
  }

  @Override
  public void shadow(TableName name) {
    throw new IllegalStateException("A rollback is swapped, never staged.");
  }

  @Override
  public void admit(long baseSnapshot) {
    requireHeld();
  }

  @Override
  public void verified(List<CheckResult> results) {
    results.forEach(result -> LOG.info("Check {}", result.sentence()));
  }

  @Override
  public Turn awaitCommitTurn() {
    HeldLock turn = new CommitLock(state).lock(lake, SessionName.of("rollback"), commitWait);
    try {
      requireHeld();
    } catch (RuntimeException e) {
      turn.close();
      throw e;
    }
    return turn::close;
  }

  @Override
  public void commitSent() {
    onCommit.run();
  }

  private void requireHeld() {
    if (!lock.isHeld()) {
      throw new RetryableFailure(
          RetryableFailure.Cause.LEASE_LOST,
          "The %s was lost; nothing was changed. Try again.".formatted(lock),
          null);
    }
  }
}
