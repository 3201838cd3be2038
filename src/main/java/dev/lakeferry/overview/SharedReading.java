package dev.lakeferry.overview;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What is known of all teams, read once for all who look at it meanwhile: ten thousand source
 * schemas take a few tenths of a second. Who asks after two seconds gets what is there, and the
 * next one finds it read anew; who asks after half a minute waits for it.
 */
final class SharedReading {
  static final Duration FRESH = Duration.ofSeconds(2);
  static final Duration USABLE = Duration.ofSeconds(30);

  private static final Executor THREAD =
      work -> {
        Thread thread = new Thread(work, "overview");
        thread.setDaemon(true);
        thread.start();
      };

  private final Supplier<Reading> reader;
  private final LongSupplier nanos;

  private Reading last;
  private long lastAt;
  private CompletableFuture<Reading> running;

  /**
   * Takes what reads, and a clock.
   *
   * @param nanos as {@link System#nanoTime}
   */
  SharedReading(Supplier<Reading> reader, LongSupplier nanos) {
    this.reader = reader;
    this.nanos = nanos;
  }

  /** The newest reading; throws what the reader threw where there is none to use. */
  Reading get() {
    CompletableFuture<Reading> refresh;
    synchronized (this) {
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
      return reading;
    } finally {
      synchronized (this) {
        running = null;
      }
    }
  }
}
