package dev.lakeferry.lake;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a COMMIT does, for another thread that asks whether it moves. While the catalog holds it up,
 * DuckDB asks for the answer over and over (DuckDB 1.5.5), so that the processor time of its thread
 * grows all along; therefore the catalog is asked whether the COMMIT waits for a lock there. It
 * knows the sessions of embedded engines alone: at Duckgres a COMMIT moves for as long as it lasts.
 */
public final class CommitWork implements LongSupplier {
  private static final Logger LOG = LoggerFactory.getLogger(CommitWork.class);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final long PERIOD = Duration.ofSeconds(1).toNanos();

  private final LongSupplier work;
  private final BooleanSupplier blocked;
  private final Duration patience;
  private CompletableFuture<Boolean> answer = CompletableFuture.completedFuture(false);
  private long askedAt = System.nanoTime();
  private long figure;

  /** Waits so long for one answer of the catalog. */
  CommitWork(LongSupplier work, BooleanSupplier blocked, Duration patience) {
    this.work = work;
    this.blocked = blocked;
    this.patience = patience;
    this.figure = work.getAsLong();
  }

  /**
   * A COMMIT that comes next.
   *
   * @param work a figure that changes while its thread works, or waits for the catalog
   * @param blocked whether the catalog lets it wait for a lock; asked by a thread of its own
   * @return a figure that changes for as long as the COMMIT moves, for one thread that looks now
   *     and then; it stands still where the catalog does not answer
   */
  public static LongSupplier of(LongSupplier work, BooleanSupplier blocked) {
    return new CommitWork(work, blocked, PATIENCE);
  }

  @Override
  public long getAsLong() {
    if (!answer.isDone()) {
      return figure;
    }
    if (!answer.join()) {
      figure = work.getAsLong();
    }
    if (System.nanoTime() - askedAt > PERIOD) {
      askedAt = System.nanoTime();
      answer = ask().completeOnTimeout(true, patience.toMillis(), TimeUnit.MILLISECONDS);
    }
    return figure;
  }

  private CompletableFuture<Boolean> ask() {
    CompletableFuture<Boolean> asked = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                asked.complete(blocked.getAsBoolean());
              } catch (RuntimeException e) {
                LOG.debug("Whether a COMMIT waits cannot be asked", e);
              } finally {
                // Whatever keeps the catalog from answering keeps the COMMIT as well.
                asked.complete(true);
              }
            },
            "commit-work");
    thread.setDaemon(true);
    thread.start();
    return asked;
  }
}
