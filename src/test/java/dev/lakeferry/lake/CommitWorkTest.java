package dev.lakeferry.lake;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class CommitWorkTest {
  private final AtomicLong processorTime = new AtomicLong();

  private long works() {
    return processorTime.incrementAndGet();
  }

  private static boolean moves(LongSupplier figure) {
    long before = figure.getAsLong();
    return figure.getAsLong() != before;
  }

  private static void awaitStandstill(LongSupplier figure) {
    Awaitility.await().during(Duration.ofMillis(300)).until(() -> !moves(figure));
  }

  @Test
  void aCommitThatTheCatalogHoldsUpStandsStillAndMovesOnceItIsLetGo() {
    AtomicBoolean blocked = new AtomicBoolean(true);
    LongSupplier figure = CommitWork.of(this::works, blocked::get);

    awaitStandstill(figure);
    blocked.set(false);

    Awaitility.await().until(() -> moves(figure));
  }

  @Test
  void oneQuestionThatHangsIsAskedAgain() {
    AtomicBoolean first = new AtomicBoolean(true);
    LongSupplier figure =
        new CommitWork(
            this::works,
            () -> {
              if (first.getAndSet(false)) {
                new CompletableFuture<Void>().join();
              }
              return false;
            },
            Duration.ofMillis(500));

    awaitStandstill(figure);

    Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> moves(figure));
  }

  @Test
  void aCatalogThatDoesNotAnswerIsAStandstillAndHoldsNobodyUp() {
    CountDownLatch never = new CountDownLatch(1);
    LongSupplier silent =
        CommitWork.of(
            this::works,
            () -> {
              try {
                never.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              return false;
            });
    LongSupplier down =
        CommitWork.of(
            this::works,
            () -> {
              throw new IllegalStateException("down");
            });

    awaitStandstill(silent);
    awaitStandstill(down);
    never.countDown();
  }
}
