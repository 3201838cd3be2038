package dev.lakeferry.generation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.demo.EmbeddedS3;
import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.lake.Column;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.Quote;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.objects.ObjectStore;
import dev.lakeferry.publish.Published;
import dev.lakeferry.testing.ForeignDelta;
import dev.lakeferry.testing.SharedStack;
import dev.lakeferry.testing.TestLake;
import dev.lakeferry.testing.TestPublications;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    String live = "ducklake.insights_data_imports_team_1." + name;
    String source =
        "delta_scan('%s', version => %d)"
            .formatted(
                plan.rewrittenFrom().orElseThrow().version().uri(),
                plan.rewrittenFrom().get().version().version());
    assertThat(
            lake.number(
                "SELECT count(*) FROM ((FROM %1$s EXCEPT ALL FROM %2$s) UNION ALL (FROM %2$s EXCEPT ALL FROM %1$s))"
                    .formatted(live, source)))
        .as("rows that differ")
        .isZero();
    for (var column : plan.columns()) {
      assertEqualityFilters(column, live, source);
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

  /** The catalog's statistics decide which files such a filter reads. */
  private void assertEqualityFilters(Column column, String live, String source) {
    if (column.nested()) {
      return;
    }
    String c = Quote.name(column.name());
    List<String> values =
        lake.ask(
            "SELECT CAST(v AS VARCHAR) FROM (SELECT DISTINCT %s AS v FROM %s) WHERE v IS NOT NULL ORDER BY hash(v) LIMIT 3"
                .formatted(c, source),
            row -> row.getString(1));
    for (String value : values) {
      String filter = " WHERE %s = CAST(%s AS %s)".formatted(c, Quote.text(value), column.type());
      // The value may hold a percent sign, so it is no format.
      assertThat(lake.number("SELECT count(*) FROM " + live + filter))
          .as("%s", filter)
          .isEqualTo(lake.number("SELECT count(*) FROM " + source + filter));
    }
  }

  @Test
  void filesWithDeletionVectorsAreRewrittenAndTheOthersRegistered() {
    ForeignDelta.write(
        lake,
        """
        fields = [field('id', 'long'), field('s', 'string')]
        for name in ['inline', 'on_disk']:
          t = handmade('vector_' + name)
          for i in range(3):
            t.parquet('p%d.parquet' % i, pa.table({
              'id': pa.array(range(i * 100, i * 100 + 100)),
              's': pa.array([None if k % 9 == 0 else 'x%d' % k for k in range(100)])}))
          dead = getattr(t, name)([0, 5, 99])
          t.create(VECTORS, fields, [t.add('p0.parquet', 100, dead), t.add('p1.parquet', 100)],
            configuration={'delta.enableDeletionVectors': 'true'})
          t.commit([t.add('p2.parquet', 100, getattr(t, name)(range(100)))])
        """);
    for (String name : List.of("vector_inline", "vector_on_disk")) {
      Plan plan = published(name, Fill.AUTO);
      assertThat(plan.rows()).as(name).isEqualTo(197);
      assertThat(plan.landed()).extracting(PlannedObject::landedPath).containsExactly("p1.parquet");
      assertThat(plan.rewriteReasons()).contains("1 file: it has a deletion vector");
      assertEqualToSource(name, plan);
      assertThat(
              lake.number(
                  "SELECT count(*) FROM ducklake.insights_data_imports_team_1.%s WHERE id IN (0, 5, 99, 250)"
                      .formatted(name)))
          .isZero();
    }
  }

  @Test
  void columnsThatSwappedTheirNamesUnderColumnMappingAreReadByTheirMapping() {
    ForeignDelta.write(
        lake,
        """
        for mode in ['name', 'id']:
          t = handmade('mapped_by_' + mode)
          schema = pa.schema([
            pa.field(n, y, metadata={'PARQUET:field_id': i})
            for n, y, i in [('b', pa.int64(), '1'), ('a', pa.int64(), '2'), ('col-7f', pa.string(), '3')]])
          t.parquet('p.parquet', pa.table([
            pa.array(range(50)),
            pa.array(range(1000, 1050)),
            pa.array([None if k % 4 == 0 else 's%d' % k for k in range(50)])], schema=schema))
          t.create(MAPPED,
            [field('a', 'long', 1, 'b'), field('b', 'long', 2, 'a'), field('name', 'string', 3, 'col-7f')],
            [t.add('p.parquet', 50)],
            configuration={'delta.columnMapping.mode': mode, 'delta.columnMapping.maxColumnId': '3'})
        """);
    for (String mode : List.of("name", "id")) {
      Plan plan = published("mapped_by_" + mode, Fill.AUTO);
      assertThat(plan.landed()).isEmpty();
      assertThat(plan.rewriteReasons()).contains("1 file: the table maps its columns by " + mode);
      assertEqualToSource("mapped_by_" + mode, plan);
      assertThat(
              lake.ask(
                  "SELECT sum(a) || ' ' || sum(b) FROM ducklake.insights_data_imports_team_1.mapped_by_"
                      + mode,
                  row -> row.getString(1)))
          .containsExactly("1225 51225");
    }
  }

  @Test
  void hundredsOfCommitsAndACheckpointAreOneTable() {
    ForeignDelta.write(
        lake,
        """
        t = handmade('commits')
        t.create(PLAIN, [field('id', 'long'), field('n', 'integer')], [])
        for i in range(260):
          t.parquet('p%d.parquet' % i, pa.table({
            'id': pa.array([i * 2, i * 2 + 1]), 'n': pa.array([None, i], pa.int32())}))
          t.commit([t.add('p%d.parquet' % i, 2)] +
            ([{'remove': {'path': 'p%d.parquet' % (i - 1), 'deletionTimestamp': 0, 'dataChange': True}}]
              if i % 5 == 4 else []))
          if i == 200:
            DeltaTable(base + 'commits', storage_options=so).create_checkpoint()
        """);

    Plan plan = published("commits", Fill.AUTO);

    assertThat(plan.landed()).hasSize(260 - 52);
    assertEqualToSource("commits", plan);
  }

  @Test
  void anOverwrittenTableHasOnlyWhatItsPinnedVersionHad() {
    ForeignDelta.write(
        lake,
        """
        write_deltalake(base + 'over', pa.table({'id': pa.array(range(9)), 'old': pa.array(['x'] * 9)}), storage_options=so)
        write_deltalake(base + 'over', pa.table({'id': pa.array(['a', 'b'])}), storage_options=so, mode='overwrite', schema_mode='overwrite')
        """);

    Plan newest = published("over", Fill.AUTO);
    assertThat(newest.columns()).extracting(Column::name).containsExactly("id");
    assertEqualToSource("over", newest);

    Plan older = lake.planDelta("over", 0L, Fill.AUTO);
    publications.publish(publications.table("over_before"), "job-before", older, 1);
    assertThat(older.columns()).extracting(Column::name).containsExactly("id", "old");
    assertEqualToSource("over_before", older);
  }

  @Test
  void nestedTypesWithNullsReadEqual() {
    ForeignDelta.write(
        lake,
        """
        n = 60
        t = pa.table({
          'id': pa.array(range(n)),
          'st': pa.array([None if i % 5 == 0 else {'a': None if i % 7 == 0 else i, 'b': {'c': 'x%d' % i}} for i in range(n)],
            pa.struct([('a', pa.int64()), ('b', pa.struct([('c', pa.string())]))])),
          'ls': pa.array([None if i % 4 == 0 else [{'k': j} for j in range(i % 3)] for i in range(n)],
            pa.list_(pa.struct([('k', pa.int32())]))),
          'mp': pa.array([None if i % 6 == 0 else [('k%d' % i, None if i % 2 else i)] for i in range(n)],
            pa.map_(pa.string(), pa.int64()))})
        write_deltalake(base + 'nested', t, storage_options=so)
        # The same writer may name a list's element otherwise when it appends.
        write_deltalake(base + 'nested_twice', t, storage_options=so)
        write_deltalake(base + 'nested_twice', t.slice(0, 9), storage_options=so, mode='append')
        """);

    Plan plan = published("nested", Fill.AUTO);

    assertThat(plan.rewritten()).isEmpty();
    assertEqualToSource("nested_twice", published("nested_twice", Fill.AUTO));
    assertEqualToSource("nested", plan);
  }

  @Test
  void aTableThatNeverHadAFileIsPublished() {
    ForeignDelta.write(
        lake,
        """
        t = handmade('never')
        t.create(PLAIN, [field('id', 'long'), field('p', 'date')], [], ['p'])
        """);

    Plan plan = published("never", Fill.AUTO);

    assertThat(plan.columns()).extracting(Column::name).containsExactly("id", "p");
    assertEqualToSource("never", plan);
  }

  @Test
  void registeringAloneFailsWithTheFileAndTheReason() {
    ForeignDelta.write(
        lake,
        """
        t = handmade('strict')
        t.parquet('p0.parquet', pa.table({'id': pa.array(range(100))}))
        t.create(VECTORS, [field('id', 'long')], [t.add('p0.parquet', 100, t.inline([3]))])
        """);

    assertThatThrownBy(() -> lake.planDelta("strict", Fill.REGISTER))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContaining("strict/p0.parquet")
        .hasMessageContaining("deletion vector")
        .hasMessageContaining("lakeferry.copy.fill=auto");
  }

  @Test
  void aTableOnAnotherEndpointIsRewrittenAndAPreparedFolderThereIsRefused() {
    try (EmbeddedS3 far = EmbeddedS3.start(Optional.empty());
        TestLake apart = new TestLake(SharedStack.get(), far.settings())) {
      ForeignDelta.write(
          apart,
          "write_deltalake(base + 'apart', pa.table({'id': pa.array(range(30))}),"
              + " storage_options=so)");
      TestPublications there = new TestPublications(apart);

      Plan plan = apart.planDelta("apart", Fill.AUTO);
      there.publish(there.table("apart"), "job-apart", plan, 1);

      assertThat(plan.landed()).isEmpty();
      assertThat(plan.rewriteReasons())
          .contains("1 file: the source is on another endpoint than the lake");
      assertThat(apart.number("SELECT sum(id) FROM ducklake.insights_data_imports_team_1.apart"))
          .isEqualTo(435);

      apart.prepare("far__query_1", "p.parquet", "SELECT 1 AS id");
      assertThatThrownBy(() -> apart.plan(apart.completion("job-1", "far__query_1")))
          .isInstanceOf(FinalFailure.class)
          .hasMessageContaining("another endpoint")
          .hasMessageContaining("copy workflow");
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
          'st': pa.array([{'a': i} for i in range(n)]),
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

  private static Plan plan(String name, FooterMemory memory, LakeSession session) {
    return new DeltaTable(lake.sourceSettings(), lake.lakeSettings(), new ObjectStore(lake.s3()))
        .plan(
            DeltaPlace.of(lake.sourceSettings().url() + name),
            null,
            null,
            session,
            new PlanRequest(List::of, Fill.AUTO, words -> {}, memory));
  }

  @Test
  void filesWhoseFootersAreRememberedAreNotOpened() {
    ForeignDelta.write(
        lake,
        """
        when = lambda d: dt.datetime(2026, 1, d, 10, tzinfo=dt.timezone.utc)
        write_deltalake(base + 'remembered', pa.table({
          'id': pa.array(range(60)),
          'half': pa.array([k if k % 2 else None for k in range(60)]),
          'text': pa.array([[None, 'a b', '50%', 'e=/'][k % 4] for k in range(60)]),
          'at': pa.array([when(1 + k % 3) for k in range(60)], pa.timestamp('us', 'UTC')),
          'day': pa.array([dt.date(2026, 1, 1 + k % 2) for k in range(60)])}),
          partition_by=['text', 'at', 'day'], storage_options=so)
        """);
    Map<FooterMemory.Content, FooterMemory.Remembered> known = new HashMap<>();
    Plan scanned;
    try (LakeSession session = lake.lake().open("first plan")) {
      FooterMemory memory = FooterMemory.empty();
      scanned = plan("remembered", memory, session);
      List<FooterMemory.Remembered> footers = memory.of(scanned.landed());
      for (int i = 0; i < footers.size(); i++) {
        PlannedObject object = scanned.landed().get(i);
        // One file of each layout is looked at, whether it can be registered.
        known.put(i == 0 ? FooterMemory.Content.of(object) : unreadable(object, i), footers.get(i));
      }
    }
    assertThat(known).hasSizeGreaterThan(10);

    try (LakeSession session = lake.lake().open("second plan")) {
      Plan remembered = plan("remembered", new FooterMemory(known), session);
      assertThat(remembered.rows()).isEqualTo(60);
      assertThat(remembered.rewritten()).isEmpty();
      assertThat(remembered.landed())
          .extracting(PlannedObject::landedPath)
          .isEqualTo(scanned.landed().stream().map(PlannedObject::landedPath).toList());
      assertThat(remembered.landedRows()).isEqualTo(scanned.landedRows());
      assertThat(remembered.partitions()).containsExactlyInAnyOrderElementsOf(scanned.partitions());
      assertThat(remembered.facts()).isEqualTo(scanned.facts());
      assertThat(remembered.columns()).isEqualTo(scanned.columns());
    }
  }

  /** Makes an object one that no engine can open; answers what stands for its content. */
  private static FooterMemory.Content unreadable(PlannedObject object, int number) {
    byte[] content = "no Parquet ".repeat(number).getBytes(StandardCharsets.UTF_8);
    lake.put(object.sourceKey(), content);
    String etag =
        new ObjectStore(lake.s3())
            .head(object.sourceBucket(), object.sourceKey())
            .orElseThrow()
            .etag();
    return new FooterMemory.Content(content.length, etag);
  }
}
