package dev.lakeferry.overview;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What is known of all teams, read once for all who look at it meanwhile: ten thousand source
 * schemas take half a second. Who asks after two seconds gets what is there, and the next one finds
 * it read anew. For half a day after a look it is read again by itself, so that who comes back does
 * not wait; who comes later than that does.
 */
final class SharedReading {
  static final Duration FRESH = Duration.ofSeconds(2);
  static final Duration USABLE = Duration.ofSeconds(30);

  /** How long after a look it is kept usable for the next. */
  static final Duration KEPT = Duration.ofHours(12);

  /** Between two readings that nobody asked for. */
  static final Duration REST = Duration.ofSeconds(20);

  /** What takes longer is not read without being asked for. */
  private static final Duration CHEAP = Duration.ofSeconds(1);

  private static final Executor THREAD =
      work -> {
        Thread thread = new Thread(work, "overview");
        thread.setDaemon(true);
        thread.start();
      };

  private final Supplier<Reading> reader;
  private final LongSupplier nanos;
  private final Later later;

  private Reading last;
  private long lastAt;
  private long askedAt;
  private CompletableFuture<Reading> running;

  /** Does something after a while. */
  interface Later {
    /** Returns at once. */
    void run(Duration rest, Runnable work);
  }

  /** Takes what reads. */
  SharedReading(Supplier<Reading> reader) {
    this(
        reader,
        System::nanoTime,
        (rest, work) ->
            CompletableFuture.delayedExecutor(rest.toMillis(), TimeUnit.MILLISECONDS, THREAD)
                .execute(work));
  }

  /**
   * The same with another clock.
   *
   * @param nanos as {@link System#nanoTime}
   */
  SharedReading(Supplier<Reading> reader, LongSupplier nanos, Later later) {
    this.reader = reader;
    this.nanos = nanos;
    this.later = later;
  }

  /** The newest reading; throws what the reader threw where there is none to use. */
  Reading get() {
    CompletableFuture<Reading> refresh;
    synchronized (this) {
      askedAt = nanos.getAsLong();
      long age = last == null ? Long.MAX_VALUE : nanos.getAsLong() - lastAt;
      if (age <= FRESH.toNanos()) {
        return last;
      }
      refresh = refresh();
      if (age <= USABLE.toNanos()) {
        return last;
      }
    }
    try {
      return refresh.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  /** Has it read, so that the first who asks need not wait. */
  synchronized void prepare() {
    askedAt = nanos.getAsLong();
    CompletableFuture<Reading> unused = refresh();
  }

  /** Reads again where nobody has meanwhile, and somebody may come back. */
  private synchronized void renew() {
    long now = nanos.getAsLong();
    if (now - lastAt >= REST.toNanos() && now - askedAt < KEPT.toNanos()) {
      CompletableFuture<Reading> unused = refresh();
    }
  }

  private CompletableFuture<Reading> refresh() {
    if (running == null) {
      running = CompletableFuture.supplyAsync(this::read, THREAD);
    }
    return running;
  }

  private Reading read() {
    long began = nanos.getAsLong();
    try {
      Reading reading = reader.get();
      synchronized (this) {
        last = reading;
        lastAt = began;
      }
      if (nanos.getAsLong() - began <= CHEAP.toNanos()) {
        later.run(REST, this::renew);
      }
      return reading;
    } finally {
      synchronized (this) {
        running = null;
      }
    }
  }
}
