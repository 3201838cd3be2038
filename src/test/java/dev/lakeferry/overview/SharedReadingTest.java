package dev.lakeferry.overview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class SharedReadingTest {
  private final AtomicLong nanos = new AtomicLong();
  private final AtomicInteger reads = new AtomicInteger();

  private Reading next() {
    return new Reading(Instant.ofEpochSecond(reads.incrementAndGet()), List.of());
  }

  private void pass(long seconds) {
    nanos.addAndGet(seconds * 1_000_000_000);
  }

  @Test
  void whoAsksSoonAfterGetsTheSame() {
    SharedReading shared = new SharedReading(this::next, nanos::get);

    Reading first = shared.get();
    pass(2);

    assertThat(shared.get()).isSameAs(first);
    assertThat(reads).hasValue(1);
  }

  @Test
  void whoAsksLaterDoesNotWaitAndTheNextFindsItReadAnew() {
    CountDownLatch mayRead = new CountDownLatch(1);
    SharedReading shared =
        new SharedReading(
            () -> {
              if (reads.get() == 1) {
                await(mayRead);
              }
              return next();
            },
            nanos::get);
    Reading first = shared.get();
    pass(10);

    assertThat(shared.get()).isSameAs(first);
    assertThat(shared.get()).isSameAs(first);
    mayRead.countDown();
    Awaitility.await().until(() -> shared.get() != first);

    assertThat(reads).hasValue(2);
  }

  @Test
  void whoAsksMuchLaterWaits() {
    SharedReading shared = new SharedReading(this::next, nanos::get);
    Reading first = shared.get();
    pass(31);

    assertThat(shared.get().at()).isAfter(first.at());
  }

  @Test
  void aFailureIsToldToWhoWaitsAndTheNextTriesAgain() {
    SharedReading shared =
        new SharedReading(
            () -> {
              if (reads.get() == 0) {
                reads.incrementAndGet();
                throw new IllegalStateException("down");
              }
              return next();
            },
            nanos::get);

    assertThatThrownBy(shared::get).isInstanceOf(IllegalStateException.class).hasMessage("down");
    Awaitility.await().ignoreExceptions().until(() -> shared.get().at().getEpochSecond() == 2);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
