package dev.lakeferry.lake;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Which snapshots the lake can do without. Kept are those that tell how the lake was at any time
 * within an age: the newest that is older, and all that came after it.
 *
 * <p>DuckLake's own {@code older_than} would expire the newest that is older as well, on which a
 * transaction of that age may stand; then it would see no conflict with what was committed since.
 */
public final class ExpirableSnapshots {
  private static final String OLD =
      """
      FROM <m>.ducklake_snapshot
      WHERE snapshot_id < (
        SELECT max(snapshot_id)
        FROM <m>.ducklake_snapshot
        WHERE snapshot_time <= now() - make_interval(secs => :age))
      """;

  private final Catalog catalog;

  /** Takes the catalog of a lake. */
  public ExpirableSnapshots(Catalog catalog) {
    this.catalog = catalog;
  }

  /** The oldest of them first, at most so many. */
  public List<Long> olderThan(Duration age, int limit) {
    return catalog.read(
        handle ->
            handle
                .createQuery(
                    "SELECT snapshot_id %s ORDER BY snapshot_id LIMIT :limit".formatted(OLD))
                .bind("age", seconds(age))
                .bind("limit", limit)
                .mapTo(Long.class)
                .list());
  }

  /** How many there are. */
  public long count(Duration age) {
    return catalog.read(
        handle ->
            handle
                .createQuery("SELECT count(*) " + OLD)
                .bind("age", seconds(age))
                .mapTo(Long.class)
                .one());
  }

  /** Expires some; what they alone named is scheduled for deletion then. The newest never is. */
  public static void expire(LakeSession session, List<Long> snapshots) {
    session.execute(
        "CALL ducklake_expire_snapshots(?, versions => %s)".formatted(snapshots), Lake.ALIAS);
  }

  /**
   * What the lake's option {@code expire_older_than} says, which clients follow that expire without
   * a criterion of their own, or by CHECKPOINT; empty if it is not set.
   */
  public Optional<String> option() {
    return catalog.read(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT value
                    FROM <m>.ducklake_metadata
                    WHERE key = 'expire_older_than'
                      AND scope IS NULL
                    """)
                .mapTo(String.class)
                .findFirst());
  }

  /** Whether that option, an interval, is less than an age. */
  public boolean optionBelow(Duration age) {
    return option()
        .map(
            option ->
                catalog.read(
                    handle ->
                        handle
                            .createQuery(
                                "SELECT CAST(:option AS interval) < make_interval(secs => :age)")
                            .bind("option", option)
                            .bind("age", seconds(age))
                            .mapTo(Boolean.class)
                            .one()))
        .orElse(false);
  }

  static double seconds(Duration duration) {
    return duration.toMillis() / 1_000.0;
  }
}
