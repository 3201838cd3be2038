package dev.lakeferry.lake;

import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.failure.RetryableFailure.Cause;
import dev.lakeferry.objects.StoreCredentials;
import dev.lakeferry.settings.DatabaseSettings;
import dev.lakeferry.settings.EngineSettings;
import dev.lakeferry.settings.LakeSettings;
import dev.lakeferry.settings.SourceSettings;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * DuckDB in this process. A few instances, built when first needed, are lent to one publication
 * each; one that reports itself invalidated is thrown away and the next is built anew.
 */
public final class EmbeddedLake implements Lake {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedLake.class);

  private static final Duration LONGEST_WAIT = Duration.ofMinutes(10);

  private final EngineSettings settings;
  private final Secrets secrets;
  private final ServerMessages serverMessages;
  private final Semaphore permits;
  private volatile String trouble;
  private final AtomicLong discarded = new AtomicLong();
  private final Deque<EmbeddedEngine> idle = new ArrayDeque<>();

  /** Takes settings; connects when first used. */
  public EmbeddedLake(
      EngineSettings settings, DatabaseSettings catalog, LakeSettings lake, SourceSettings source) {
    this(settings, catalog, lake, source, StoreCredentials.shared());
  }

  /** The same with credentials that come from elsewhere. */
  public EmbeddedLake(
      EngineSettings settings,
      DatabaseSettings catalog,
      LakeSettings lake,
      SourceSettings source,
      StoreCredentials credentials) {
    this.settings = settings;
    this.secrets = new Secrets(catalog, lake, source, credentials);
    this.serverMessages = new ServerMessages(catalog);
    this.permits = new Semaphore(settings.instances(), true);
  }

  @Override
  public LakeSession open(String purpose) {
    try {
      if (!permits.tryAcquire(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS)) {
        throw new RetryableFailure(
            Cause.BUSY,
            "No engine was free for %d minutes; raise lakeferry.engine.instances or lower the concurrency."
                .formatted(LONGEST_WAIT.toMinutes()),
            null);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RetryableFailure(Cause.BUSY, "Interrupted while waiting for an engine.", e);
    }
    EmbeddedEngine engine = lend();
    LOG.debug("Engine lent to {}", purpose);
    return engine.session(() -> giveBack(engine));
  }

  /** An engine for a permit that was taken, which is given back where there is none. */
  private EmbeddedEngine lend() {
    try {
      return take();
    } catch (RuntimeException e) {
      permits.release();
      throw e;
    }
  }

  private synchronized EmbeddedEngine take() {
    EmbeddedEngine engine = idle.poll();
    if (engine == null) {
      try {
        engine =
            EmbeddedEngine.build(
                settings, secrets, serverMessages.options(), EmbeddedEngine.Attach.EXISTING);
      } catch (RuntimeException e) {
        trouble = e.getMessage();
        throw e;
      }
    }
    trouble = null;
    return engine;
  }

  private synchronized void giveBack(EmbeddedEngine engine) {
    if (engine.invalidated()) {
      LOG.warn("The DuckDB instance cannot be used any more; it is thrown away and built anew.");
      discarded.incrementAndGet();
      trouble = "the DuckDB instance broke and was not built anew yet";
      engine.close();
    } else {
      idle.push(engine);
    }
    permits.release();
  }

  @Override
  public Optional<String> trouble() {
    return Optional.ofNullable(trouble);
  }

  /** Builds one, unless all are lent. */
  @Override
  public void mend() {
    if (trouble == null || !permits.tryAcquire()) {
      return;
    }
    giveBack(lend());
  }

  @Override
  public long discarded() {
    return discarded.get();
  }

  @Override
  public synchronized void close() {
    idle.forEach(EmbeddedEngine::close);
    idle.clear();
  }
}
