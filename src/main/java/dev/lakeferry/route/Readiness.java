package dev.lakeferry.route;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether work may be claimed: the bean {@code readiness} of the routes. The service starts without
 * its databases and its store, says what it waits for, and goes on by itself when they come.
 */
public final class Readiness {
  private static final Logger LOG = LoggerFactory.getLogger(Readiness.class);

  /** After so many periods without a look the health page asks for one. */
  private static final int FORGOTTEN = 2;

  private final AtomicBoolean refreshing = new AtomicBoolean();
  private final Parts parts;
  private final Duration goodFor;
  private final PartLooks looks;
  private final Told told = new Told();
  private volatile String reason = "nothing was looked at yet";
  private volatile boolean ready;
  private volatile boolean stopping;
  private volatile RuntimeException failure;
  private volatile long lookedAt;

  Readiness(Parts parts) {
    this.parts = parts;
    this.looks = new PartLooks(parts);
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
      looks.look();
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

  /** How each part stood. */
  PartLooks looks() {
    return looks;
  }

  /**
   * Has somebody look where nobody did for long: the polls do it, but an operator may have stopped
   * them. Returns at once.
   */
  void keepFresh() {
    boolean old = System.nanoTime() - lookedAt > FORGOTTEN * goodFor.toNanos();
    if (old && !stopping && refreshing.compareAndSet(false, true)) {
      Thread thread =
          new Thread(
              () -> {
                try {
                  check();
                } catch (RuntimeException told) {
                  LOG.debug("A look for the health page found: {}", told.getMessage());
                } finally {
                  refreshing.set(false);
                }
              },
              "readiness");
      thread.setDaemon(true);
      thread.start();
    }
  }

  /** Why no work is claimed; empty while it is, and before the first look. */
  Optional<String> obstacle() {
    return ready || failure == null && !stopping ? Optional.empty() : Optional.of(reason);
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
