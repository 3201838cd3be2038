package dev.lakeferry.route;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.failure.RunFailure;
import dev.lakeferry.job.PoolerCheck;
import dev.lakeferry.lake.Databases;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.settings.Profile;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether work may be claimed: the bean {@code readiness} of the routes. The service starts without
 * its databases and its store, says what it waits for, and goes on by itself when they come.
 */
public final class Readiness {
  private static final Logger LOG = LoggerFactory.getLogger(Readiness.class);

  private final Parts parts;
  private final Duration goodFor;
  private final Told told = new Told();
  private volatile String reason = "nothing was looked at yet";
  private volatile boolean ready;
  private volatile boolean stopping;
  private boolean prepared;
  private RuntimeException failure;
  private long lookedAt;

  Readiness(Parts parts) {
    this.parts = parts;
    this.goodFor = parts.settings().duration("lakeferry.readiness.period");
  }

  /**
   * Throws if anything that a publication needs is not there. Looks at most once in {@code
   * lakeferry.readiness.period} while all is well; where it is not, one look answers all polls that
   * waited for it, since a look at a database that is down takes seconds.
   */
  public void check() {
    if (stopping) {
      throw new Stopping();
    }
    check(System.nanoTime());
  }

  private synchronized void check(long asked) {
    if (ready && System.nanoTime() - lookedAt < goodFor.toNanos()) {
      return;
    }
    if (failure != null && lookedAt - asked > 0) {
      throw failure;
    }
    try {
      look();
      failure = null;
    } catch (RuntimeException e) {
      failure = e;
      reason = parts.errors().of(e);
      ready = false;
      lookedAt = System.nanoTime();
      if (told.isNews("readiness", reason)) {
        LOG.warn("Not ready, no work is claimed: {}", reason);
      }
      throw e;
    }
    if (!ready) {
      told.forget("readiness");
      LOG.info("Ready: state database, catalog, lake and buckets answer");
    }
    reason = "state database, catalog, lake and buckets answer";
    ready = true;
    lookedAt = System.nanoTime();
  }

  private void look() {
    if (!prepared) {
      prepare();
      prepared = true;
    }
    parts.state().jdbi().useHandle(handle -> handle.execute("SELECT 1"));
    parts.catalog().newestSnapshot();
    bucket(parts.lakeObjects().bucketExists(parts.settings().lake().bucket()), "DUCKLAKE_BUCKET");
    bucket(
        parts.sourceObjects().bucketExists(parts.settings().source().bucket()),
        "SOURCE_BUCKET_URL");
  }

  private void prepare() {
    if (parts.settings().profile() == Profile.LOCAL) {
      makeLakeIfAbsent();
      Databases.ensure(parts.settings().state());
      if (!parts.sourceObjects().bucketExists(parts.settings().source().bucket())) {
        parts.sourceObjects().createBucket(parts.settings().source().bucket());
      }
    }
    parts.state().migrate();
    new PoolerCheck(parts.state()).refuseSharedSessions();
    try (LakeSession session = parts.lake().open("lakeferry readiness")) {
      session.number("FROM ducklake_current_snapshot(?)", Lake.ALIAS);
    }
  }

  private void makeLakeIfAbsent() {
    try {
      parts.catalog().newestSnapshot();
    } catch (RunFailure absent) {
      LOG.debug("No lake answers: {}", absent.getMessage());
      parts.lakeInit().run(true).forEach(step -> LOG.info("Lake: {}", step));
    }
  }

  private static void bucket(boolean there, String variable) {
    if (!there) {
      throw new FinalFailure(
          "The bucket that %s names does not exist; create it or correct the variable."
              .formatted(variable));
    }
  }

  /** From now on no work is claimed. */
  void stop() {
    stopping = true;
    ready = false;
    reason = "the service stops";
  }

  /** Why a poll does nothing once the service stops. */
  static final class Stopping extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Stopping() {
      super("The service stops.");
    }
  }

  /** Whether all was there at the last look. */
  boolean ready() {
    return ready;
  }

  /** What was missing at the last look, or that nothing was. */
  String reason() {
    return reason;
  }
}
