package dev.lakeferry.overview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class SharedReadingTest {
  private final AtomicLong nanos = new AtomicLong();
  private final AtomicInteger reads = new AtomicInteger();
  private final List<Runnable> laterWork = new CopyOnWriteArrayList<>();

  private Reading next() {
    return new Reading(Instant.ofEpochSecond(reads.incrementAndGet()), List.of());
  }

  private SharedReading shared(Supplier<Reading> reader) {
    return new SharedReading(
        reader,
        nanos::get,
        (rest, work) -> {
          assertThat(rest).isEqualTo(SharedReading.REST);
          laterWork.add(work);
        });
  }

  /** Twenty seconds later, once what was asked for was read. */
  private void rest(int readings) {
    Awaitility.await()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(1))
        .until(() -> reads.get() == readings && laterWork.size() == readings);
    pass(20);
    laterWork.get(readings - 1).run();
  }

  private void pass(long seconds) {
    nanos.addAndGet(seconds * 1_000_000_000);
  }

  @Test
  void whoAsksSoonAfterGetsTheSame() {
    SharedReading shared = shared(this::next);

    Reading first = shared.get();
    pass(2);

    assertThat(shared.get()).isSameAs(first);
    assertThat(reads).hasValue(1);
  }

  @Test
  void whoAsksLaterDoesNotWaitAndTheNextFindsItReadAnew() {
    CountDownLatch mayRead = new CountDownLatch(1);
    SharedReading shared =
        shared(
            () -> {
              if (reads.get() == 1) {
                await(mayRead);
              }
              return next();
            });
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
    SharedReading shared = shared(this::next);
    Reading first = shared.get();
    pass(31);

    assertThat(shared.get().at()).isAfter(first.at());
  }

  @Test
  void afterALookItIsKeptFreshForAWhileAndNoLonger() {
    SharedReading shared = shared(this::next);
    shared.get();
    int all = (int) SharedReading.KEPT.dividedBy(SharedReading.REST);
    int readings = 1;
    while (readings < all) {
      rest(readings++);
    }
    Awaitility.await().until(() -> laterWork.size() == all);
    Reading last = shared.get();
    assertThat(reads).hasValue(all);
    assertThat(last.at()).isEqualTo(Instant.ofEpochSecond(all));

    pass(SharedReading.KEPT.toSeconds());
    laterWork.get(all - 1).run();
    assertThat(reads).hasValue(all);
  }

  @Test
  void whatTakesLongIsNotReadUnasked() {
    SharedReading shared =
        shared(
            () -> {
              pass(3);
              return next();
            });
    shared.get();

    assertThat(laterWork).isEmpty();
  }

  @Test
  void aFailureIsToldToWhoWaitsAndTheNextTriesAgain() {
    SharedReading shared =
        shared(
            () -> {
              if (reads.get() == 0) {
                reads.incrementAndGet();
                throw new IllegalStateException("down");
              }
              return next();
            });

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
