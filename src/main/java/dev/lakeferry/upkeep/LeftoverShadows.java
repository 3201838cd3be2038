package dev.lakeferry.upkeep;

import dev.lakeferry.failure.RunFailure;
import dev.lakeferry.job.Abandoned;
import dev.lakeferry.job.CommitLock;
import dev.lakeferry.job.HeldLock;
import dev.lakeferry.job.SessionName;
import dev.lakeferry.lake.Catalog;
import dev.lakeferry.lake.CommitFailure;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.LakeTransaction;
import dev.lakeferry.naming.TableName;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shadow tables of staged publications that no attempt will swap in any more. Each is dropped in a
 * transaction of its own, never in the one that made it, which would delete its objects at once; so
 * they are the catalog's, and go when its snapshots expire.
 */
final class LeftoverShadows {
  private static final Logger LOG = LoggerFactory.getLogger(LeftoverShadows.class);

  private final Lake lake;
  private final Catalog catalog;
  private final CommitLock commits;
  private final String lakeName;
  private final Duration longest;

  /**
   * Takes the engine and the catalog of one lake.
   *
   * @param lakeName by which its commits are locked
   * @param longest how long to wait for the turn to commit
   */
  LeftoverShadows(
      Lake lake, Catalog catalog, CommitLock commits, String lakeName, Duration longest) {
    this.lake = lake;
    this.catalog = catalog;
    this.commits = commits;
    this.lakeName = lakeName;
    this.longest = longest;
  }

  /** The shadow of an attempt, if it is there. */
  Optional<TableName> of(Abandoned abandoned) {
    return abandoned.shadow().filter(shadow -> catalog.tableId(shadow).isPresent());
  }

  /**
   * Drops it; the caller holds the lock of the table that it was for.
   *
   * @return empty if there is none, or if it could not be dropped yet
   */
  Optional<TableName> drop(Abandoned abandoned) {
    Optional<TableName> shadow = of(abandoned);
    if (shadow.isEmpty()) {
      return shadow;
    }
    try {
      drop(abandoned, shadow.get());
      return shadow;
    } catch (RunFailure | CommitFailure e) {
      LOG.warn(
          "The shadow {} that {} left could not be dropped; the next sweep tries again: {}",
          shadow.get(),
          abandoned,
          e.getMessage());
      return Optional.empty();
    }
  }

  private void drop(Abandoned abandoned, TableName shadow) {
    try (LakeSession session = lake.open("leftovers of " + abandoned);
        LakeTransaction transaction = session.begin()) {
      session.execute(
          "CALL ducklake_set_commit_message(?, ?, ?)",
          Lake.ALIAS,
          "lakeferry",
          "leftovers of " + abandoned);
      session.execute("DROP TABLE " + Lake.quoted(shadow));
      try (HeldLock turn = commits.lock(lakeName, SessionName.of("leftovers"), longest)) {
        LOG.info(
            "Dropping the shadow {} ({}): {} left it and can no longer publish.",
            shadow,
            turn,
            abandoned);
        transaction.commit();
      }
    }
  }
}
