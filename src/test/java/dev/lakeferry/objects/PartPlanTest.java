package dev.lakeferry.objects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.objects.PartPlan.Part;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

class PartPlanTest {
  private static final long MIB = 1L << 20;

  /** S3 holds objects of up to 50 TiB. */
  @Property(tries = 200)
  void partsCoverTheObjectWithinTheBoundsOfS3(
      @ForAll @LongRange(min = 1, max = 50L << 40) long size,
      @ForAll @LongRange(min = 5 * MIB, max = 5L << 30) long leastPartSize) {
    List<Part> parts = PartPlan.of(size, leastPartSize).parts();

    assertThat(parts).hasSizeLessThanOrEqualTo(10_000);
    long next = 0;
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      assertThat(part.number()).isEqualTo(i + 1);
      assertThat(part.first()).isEqualTo(next);
      assertThat(part.last() - part.first() + 1)
          .isBetween(1L, Math.max(leastPartSize, size / 10_000 + 1));
      next = part.last() + 1;
    }
    assertThat(next).isEqualTo(size);
  }

  @Example
  void anObjectOfOnePartSizeIsOnePart() {
    assertThat(PartPlan.of(10, 10).parts()).containsExactly(new Part(1, 0, 9));
    assertThat(PartPlan.of(11, 10).parts()).containsExactly(new Part(1, 0, 9), new Part(2, 10, 10));
    assertThat(new Part(2, 10, 10).range()).isEqualTo("bytes=10-10");
  }
}
