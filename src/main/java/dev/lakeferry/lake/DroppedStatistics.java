package dev.lakeferry.lake;

/**
 * Statistics of tables that are gone. Every commit that meets another reads all statistics of the
 * lake, so what nobody needs of them makes commits slow.
 */
public final class DroppedStatistics {
  private final Catalog catalog;

  /** Takes the catalog of a lake. */
  public DroppedStatistics(Catalog catalog) {
    this.catalog = catalog;
  }

  /**
   * How many rows there are.
   *
   * @param live of tables that are live
   * @param dropped of tables that were dropped and that older snapshots still name; they go when
   *     those expire
   * @param orphaned of tables that no snapshot names
   */
  public record Counts(long live, long dropped, long orphaned) {}

  /** Counts the rows of both tables of statistics. */
  public Counts count() {
    return catalog.read(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT
                      count(*) FILTER (WHERE t.live),
                      count(*) FILTER (WHERE NOT t.live),
                      count(*) FILTER (WHERE t.live IS NULL)
                    FROM (
                      SELECT table_id FROM <m>.ducklake_table_stats
                      UNION ALL
                      SELECT table_id FROM <m>.ducklake_table_column_stats) s
                    LEFT JOIN (
                      SELECT table_id, bool_or(end_snapshot IS NULL) AS live
                      FROM <m>.ducklake_table
                      GROUP BY table_id) t USING (table_id)
                    """)
                .map((row, context) -> new Counts(row.getLong(1), row.getLong(2), row.getLong(3)))
                .one());
  }

  /** Removes those that no snapshot names; answers how many rows. */
  public long purge() {
    return catalog.change(
        handle -> {
          long removed = 0;
          for (String table :
              new String[] {"ducklake_table_stats", "ducklake_table_column_stats"}) {
            removed +=
                handle
                    .createUpdate(
                        """
                        DELETE FROM <m>.<table> s
                        WHERE NOT EXISTS (
                          SELECT
                          FROM <m>.ducklake_table t
                          WHERE t.table_id = s.table_id)
                        """)
                    .define("table", table)
                    .execute();
          }
          return removed;
        });
  }
}
