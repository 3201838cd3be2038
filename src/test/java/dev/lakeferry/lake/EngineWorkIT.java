package dev.lakeferry.lake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.testing.TestLake;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Whether a statement moves can be seen from another thread. */
class EngineWorkIT {
  private static final Duration WINDOW = Duration.ofSeconds(10);
  private static TestLake lake;

  @BeforeAll
  static void begin() {
    lake = new TestLake();
  }

  @AfterAll
  static void end() {
    lake.close();
  }

  /** Work of a thread of its own, with the figure that tells of it. */
  private static LongSupplier figureOf(CompletableFuture<LakeSession> opened, String sql) {
    CompletableFuture<LongSupplier> figure = new CompletableFuture<>();
    Thread worker =
        new Thread(
            () -> {
              try (LakeSession session = lake.lake().open("work")) {
                figure.complete(EngineWork.ofThisThread(WINDOW));
                opened.complete(session);
                session.execute(sql);
              } catch (RetryableFailure e) {
                // It is stopped in the end.
              }
            });
    worker.setDaemon(true);
    worker.start();
    return figure.orTimeout(30, TimeUnit.SECONDS).join();
  }

  private static void stop(CompletableFuture<LakeSession> opened) {
    opened
        .join()
        .stop(new RetryableFailure(RetryableFailure.Cause.STALLED, "enough was seen", null));
  }

  private static boolean movesWithin(LongSupplier figure, Duration time) {
    long before = figure.getAsLong();
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < end) {
      if (figure.getAsLong() != before) {
        return true;
      }
      Thread.onSpinWait();
    }
    return false;
  }

  @Test
  void aStatementThatComputesMoves() {
    CompletableFuture<LakeSession> opened = new CompletableFuture<>();
    LongSupplier figure =
        figureOf(
            opened,
            "SELECT count(*) FROM range(100000000) a, range(1000000) b WHERE a.range + b.range = -1");
    opened.join();
    for (int i = 0; i < 3; i++) {
      assertThat(movesWithin(figure, Duration.ofSeconds(5))).isTrue();
    }
    stop(opened);
  }

  @Test
  void aStatementThatWaitsForALockOfTheCatalogStandsStill() throws Exception {
    var catalog = lake.catalogSettings();
    try (Connection other =
        DriverManager.getConnection(
            "jdbc:postgresql://%s:%d/%s"
                .formatted(catalog.host(), catalog.port(), catalog.database()),
            catalog.username(),
            catalog.password().reveal())) {
      other.setAutoCommit(false);
      other
          .createStatement()
          .execute("LOCK TABLE ducklake_meta.ducklake_snapshot IN ACCESS EXCLUSIVE MODE");
      CompletableFuture<LakeSession> opened = new CompletableFuture<>();
      LongSupplier figure = figureOf(opened, "FROM ducklake_current_snapshot('ducklake')");
      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> waits(other, opened.join().catalogSession()));

      assertThat(movesWithin(figure, Duration.ofSeconds(3))).isFalse();
    }
  }

  private static boolean waits(Connection other, String session) throws Exception {
    try (var row =
        other
            .createStatement()
            .executeQuery(
                "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = '%s'"
                    .formatted(session))) {
      return row.next() && row.getInt(1) > 0;
    }
  }
}
