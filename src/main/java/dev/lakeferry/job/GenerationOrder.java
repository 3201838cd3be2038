package dev.lakeferry.job;

import java.time.Instant;
import java.util.Comparator;

/**
 * Orders the generations of a table, across both import workflows (law "never backwards").
 *
 * @param completedAt when the job finished upstream
 * @param folderTime the time in the prepared folder's name, or null; unknown counts as older
 * @param inboxId the completion's inbox id
 */
public record GenerationOrder(Instant completedAt, Instant folderTime, long inboxId)
    implements Comparable<GenerationOrder> {

  private static final Comparator<GenerationOrder> ORDER =
      Comparator.comparing(GenerationOrder::completedAt)
          .thenComparing(
              GenerationOrder::folderTime, Comparator.nullsFirst(Comparator.naturalOrder()))
          .thenComparingLong(GenerationOrder::inboxId);

  @Override
  public int compareTo(GenerationOrder other) {
    return ORDER.compare(this, other);
  }
}
