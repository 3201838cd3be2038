package dev.lakeferry.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a live table is made of, recorded with the attempt that made it. */
class LandedObjectsIT {
  private RunningState at;
  private LandedObjects objects;

  @BeforeEach
  void begin() {
    at = new RunningState();
    objects = new LandedObjects(at.state.jdbi());
  }

  @AfterEach
  void end() {
    at.close();
  }

  private static LandedObject object(int number) {
    return new LandedObject(
        "part-%d.parquet".formatted(number),
        1_000 + number,
        "etag",
        "lake/job/part-%d.parquet".formatted(number),
        "run",
        10,
        "signature",
        10,
        "[{\"path\":\"id\",\"num_values\":10,\"nulls\":null}]");
  }

  private static List<LandedObject> objects(int from, int to) {
    return IntStream.range(from, to).mapToObj(LandedObjectsIT::object).toList();
  }

  private LandedTable known() {
    return objects.of(RunningState.LAKE, RunningState.TABLE).orElseThrow();
  }

  private void complete(int snapshot, LandedChange change) {
    at.jobs.complete(
        at.jobs.start(at.claimed("job-" + snapshot)), RunningState.published(snapshot), change);
  }

  @Test
  void twentyThousandObjectsAreQuickToWriteAndToRead() {
    List<LandedObject> all = objects(0, 20_000);
    long began = System.nanoTime();

    complete(17, LandedChange.replaced(all));
    LandedTable known = known();

    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(20));
    assertThat(known.increments()).isZero();
    assertThat(known.objects()).hasSize(20_000);
  }

  @Test
  void anIncrementChangesOnlyItsObjectsAndIsCounted() {
    complete(17, LandedChange.replaced(objects(0, 5)));

    complete(18, LandedChange.changed(List.of(object(1).landedKey()), objects(5, 7)));

    assertThat(known().increments()).isEqualTo(1);
    assertThat(known().objects())
        .extracting(LandedObject::path)
        .containsExactlyInAnyOrder(
            "part-0.parquet",
            "part-2.parquet",
            "part-3.parquet",
            "part-4.parquet",
            "part-5.parquet",
            "part-6.parquet");
  }

  @Test
  void aSwapBeginsToCountAnewAndAnotherModeForgets() {
    complete(17, LandedChange.replaced(objects(0, 5)));
    complete(18, LandedChange.changed(List.of(), objects(5, 6)));
    complete(19, LandedChange.replaced(objects(0, 3)));
    assertThat(known().increments()).isZero();
    assertThat(known().objects()).hasSize(3);

    complete(20, LandedChange.forgotten());

    assertThat(objects.of(RunningState.LAKE, RunningState.TABLE)).isEmpty();
  }
}
