package dev.lakeferry.generation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.naming.TableName;
import dev.lakeferry.publish.Published;
import dev.lakeferry.testing.ForeignDelta;
import dev.lakeferry.testing.TestLake;
import dev.lakeferry.testing.TestPublications;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Delta tables that another implementation wrote, published and compared row by row. */
class DeltaTableIT {
  private static TestLake lake;
  private static TestPublications publications;

  @BeforeAll
  static void begin() {
    lake = new TestLake();
    publications = new TestPublications(lake);
  }

  @AfterAll
  static void end() {
    lake.close();
  }

  private Plan published(String name, Fill fill) {
    Plan plan = lake.planDelta(name, fill);
    TableName table = publications.table(name);
    Published published = publications.publish(table, "job-" + name, plan, 1);
    assertThat(published.warnings()).isEmpty();
    return plan;
  }

  private void assertEqualToSource(String name, Plan plan) {
    String live = "lake.insights_data_imports_team_1." + name;
    String source =
        "delta_scan('%s', version => %d)"
            .formatted(
                plan.rewrittenFrom().orElseThrow().uri(), plan.rewrittenFrom().get().version());
    assertThat(
            lake.number(
                "SELECT count(*) FROM ((FROM %1$s EXCEPT ALL FROM %2$s) UNION ALL (FROM %2$s EXCEPT ALL FROM %1$s))"
                    .formatted(live, source)))
        .as("rows that differ")
        .isZero();
    for (var column : plan.columns()) {
      String c = "\"" + column.name() + "\"";
      String question =
          "SELECT CAST((count(%1$s), count(*) FILTER (%1$s IS NULL), min(%1$s), max(%1$s)) AS VARCHAR) FROM %%s"
              .formatted(c);
      String isNull = "SELECT CAST(count(*) AS VARCHAR) FROM %s WHERE " + c + " IS NULL";
      String isNotNull = "SELECT CAST(count(*) AS VARCHAR) FROM %s WHERE " + c + " IS NOT NULL";
      for (String q : new String[] {question, isNull, isNotNull}) {
        assertThat(lake.ask(q.formatted(live), row -> row.getString(1)))
            .as(q)
            .isEqualTo(lake.ask(q.formatted(source), row -> row.getString(1)));
      }
    }
  }

  @Test
  void aPartitionedTableIsRegistered() {
    ForeignDelta.write(
        lake,
        """
        values = ['a b', 'x/y', '=', '%', 'é', None, 'NULL', 'q?r', 'a&b', 'b\\\\s']
        n = 500
        t = pa.table({
          'id': pa.array(range(n), pa.int64()),
          'p': pa.array([values[i % 10] for i in range(n)]),
          'ntz': pa.array([dt.datetime(2026, 1, 1) + dt.timedelta(seconds=i) for i in range(n)], pa.timestamp('us')),
          'tz': pa.array([dt.datetime(2026, 1, 1, tzinfo=dt.timezone.utc) for i in range(n)], pa.timestamp('us', 'UTC')),
          'd': pa.array([None if i % 3 == 0 else decimal.Decimal(i) for i in range(n)], pa.decimal128(10, 2)),
          'day': pa.array([dt.date(2026, 1, 1 + i % 5) for i in range(n)]),
          'st': pa.array([{'a': i, 'b': [i]} for i in range(n)]),
          'bin': pa.array([b'\\x00\\x01' for i in range(n)])})
        write_deltalake(base + 'parts', t, partition_by=['p'], storage_options=so)
        write_deltalake(base + 'parts', t.slice(0, 10), storage_options=so, mode='append')
        """);

    Plan plan = published("parts", Fill.AUTO);

    assertThat(plan.rewritten()).isEmpty();
    assertEqualToSource("parts", plan);
  }

  @Test
  void partitionColumnsOfEachTypeRead() {
    ForeignDelta.write(
        lake,
        """
        n = 40
        def three(a, b): return [[a, b, None][i % 3] for i in range(n)]
        for name, array in {
          'pint': pa.array(three(1, -2), pa.int32()),
          'plong': pa.array(three(1, 5000000000), pa.int64()),
          'pbool': pa.array(three(True, False)),
          'pdate': pa.array(three(dt.date(2026, 1, 1), dt.date(1969, 12, 31))),
          'pdec': pa.array(three(decimal.Decimal('1.50'), decimal.Decimal('2.25')), pa.decimal128(8, 2)),
          'pntz': pa.array(three(dt.datetime(2026, 1, 1, 1, 2, 3), dt.datetime(2026, 1, 1)), pa.timestamp('us')),
          'ptz': pa.array(three(dt.datetime(2026, 1, 1, 1, 2, 3, tzinfo=dt.timezone.utc), dt.datetime(2026, 1, 1, tzinfo=dt.timezone.utc)), pa.timestamp('us', 'UTC')),
          'pdouble': pa.array(three(1.5, -0.25), pa.float64()),
        }.items():
          write_deltalake(base + name, pa.table({'id': pa.array(range(n)), 'p': array}), partition_by=['p'], storage_options=so)
        """);
    for (String name :
        new String[] {"pint", "plong", "pbool", "pdate", "pdec", "pntz", "ptz", "pdouble"}) {
      Plan plan = published(name, Fill.AUTO);
      assertThat(plan.rewritten()).as(name).isEmpty();
      assertEqualToSource(name, plan);
    }
  }

  @Test
  void deletionsEvolutionAndOptimisationAreFollowed() {
    ForeignDelta.write(
        lake,
        """
        t = pa.table({'id': pa.array(range(100)), 'note': pa.array(['n%d' % i for i in range(100)])})
        write_deltalake(base + 'moved', t, storage_options=so)
        for i in range(30):
          write_deltalake(base + 'moved', pa.table({'id': pa.array([1000 + i]), 'note': pa.array(['x'])}), storage_options=so, mode='append')
        table = DeltaTable(base + 'moved', storage_options=so)
        table.delete('id < 10')
        table.optimize.compact()
        table.create_checkpoint()
        table.vacuum(retention_hours=0, enforce_retention_duration=False, dry_run=False)
        write_deltalake(base + 'moved', pa.table({'id': pa.array([7]), 'note': pa.array(['y']), 'more': pa.array([1.5])}), storage_options=so, mode='append', schema_mode='merge')
        """);

    Plan plan = published("moved", Fill.AUTO);

    assertThat(plan.rows()).isEqualTo(121);
    assertEqualToSource("moved", plan);
  }

  @Test
  void everyRowCanBeRewritten() {
    ForeignDelta.write(
        lake,
        """
        t = pa.table({'id': pa.array(range(3000)), 'p': pa.array([i % 3 for i in range(3000)])})
        write_deltalake(base + 'rewritten', t, partition_by=['p'], storage_options=so)
        """);

    Plan plan = published("rewritten", Fill.REWRITE);

    assertThat(plan.landed()).isEmpty();
    assertEqualToSource("rewritten", plan);
  }

  @Test
  void anEmptyTableIsPublished() {
    ForeignDelta.write(
        lake,
        """
        t = pa.table({'id': pa.array(range(3)), 'p': pa.array([1, 2, 3])})
        write_deltalake(base + 'nothing', t, partition_by=['p'], storage_options=so)
        DeltaTable(base + 'nothing', storage_options=so).delete()
        """);

    Plan plan = published("nothing", Fill.AUTO);

    assertThat(plan.rows()).isZero();
    assertEqualToSource("nothing", plan);
  }
}
