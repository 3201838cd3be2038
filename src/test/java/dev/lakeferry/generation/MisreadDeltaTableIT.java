package dev.lakeferry.generation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.failure.RunFailure;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.objects.S3Uri;
import dev.lakeferry.publish.Published;
import dev.lakeferry.testing.Comparison;
import dev.lakeferry.testing.ForeignDelta;
import dev.lakeferry.testing.TestLake;
import dev.lakeferry.testing.TestPublications;
import dev.lakeferry.testing.TestRules;
import dev.lakeferry.verification.CheckResult;
import dev.lakeferry.verification.Declared;
import dev.lakeferry.verification.DeclaredFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Delta tables that the engine's own scan misreads. What each must hold is told by the test: the
 * scan would be wrong in the same way as a publication that trusts it.
 */
class MisreadDeltaTableIT {
  private static TestLake lake;
  private static TestPublications publications;
  private static String elsewhere;

  @BeforeAll
  static void begin() {
    lake = new TestLake();
    publications = new TestPublications(lake);
    DeclaredFiles shipped = new DeclaredFiles(Path.of("verification"));
    publications.rules(
        rules ->
            TestRules.declared(
                rules,
                new Declared(
                    shipped.of(rules.table()).queries(), List.of("id"), Optional.empty())));
    String bucket = "elsewhere-of-" + lake.sourceSettings().bucket();
    lake.objects().createBucket(bucket);
    elsewhere = "s3://" + bucket + "/";
  }

  @AfterAll
  static void end() {
    lake.close();
  }

  private static Plan published(String name) {
    Plan plan = lake.planDelta(name, Fill.AUTO);
    Published published = publications.publish(publications.table(name), "job-" + name, plan, 1);
    assertThat(published.warnings()).isEmpty();
    // Both ask the source.
    assertThat(publications.lastResults())
        .filteredOn(check -> check.passed() && !String.valueOf(check.observed()).startsWith("not"))
        .extracting(CheckResult::name)
        .contains("row_count_delta_vs_ducklake", "key_cardinality");
    return plan;
  }

  private static void assertHolds(String name, String query) {
    TableName table = publications.table(name);
    assertThat(Comparison.differencesFrom(lake, table, query)).as(name).isEmpty();
  }

  private static void write(String script) {
    ForeignDelta.write(lake, "far = '%s'\n%s".formatted(elsewhere, script));
  }

  /** Ten rows a file; the partition's value says which. */
  private static final String FILES =
      """
      fields = [field('id', 'long'), field('s', 'string'), field('p', 'string'), field('at', 'timestamp')]
      def fill(t, path, first):
        t.parquet(path, pa.table({
          'id': pa.array(range(first, first + 10)),
          's': pa.array([None if i % 3 == 0 else 's%d' % i for i in range(first, first + 10)])}))
      def add(t, path, p, at, of=None, vector=None):
        return t.add(path, 10, vector, {'p': p, 'at': at}, of)
      """;

  private static final String CLONE =
      FILES
          + """
          def clone(name, base):
            original = handmade(name + '_original', base)
            fill(original, 'p=a%20b/one.parquet', 0)
            fill(original, 'p=x/at=2026/two & <three>?.parquet', 10)
            fill(original, 'four.parquet', 20)
            fill(original, 'five.parquet', 30)
            t = handmade(name)
            fill(t, 'own.parquet', 40)
            # Of the same name as a file of the original.
            fill(t, 'four.parquet', 50)
            t.metadata = t.create(PLAIN, fields, [
              add(t, 'p=a%20b/one.parquet', 'a b', '2026-01-01 10:00:00', original),
              add(t, 'p=x/at=2026/two & <three>?.parquet', '%/=NULL', '2026-01-01T10:00:00.123456Z', original),
              add(t, 'four.parquet', '', None, original),
              add(t, 'five.parquet', 'gone', None, original)],
              ['p', 'at'])
            t.commit([add(t, 'own.parquet', 'a b', '2026-01-01 10:00:00'), t.remove('five.parquet', of=original)])
            t.commit([add(t, 'four.parquet', 'null', '1969-12-31 23:59:59.5')])
            return t, original
          """;

  private static final String CLONED =
      """
      SELECT
        i AS id,
        CASE WHEN i % 3 <> 0 THEN 's' || i END AS s,
        CASE WHEN i < 10 OR (i >= 40 AND i < 50) THEN 'a b' WHEN i < 20 THEN '%/=NULL' WHEN i >= 50 THEN 'null' END AS p,
        CASE WHEN i < 10 OR (i >= 40 AND i < 50) THEN TIMESTAMPTZ '2026-01-01 10:00:00+00'
          WHEN i < 20 THEN TIMESTAMPTZ '2026-01-01 10:00:00.123456+00'
          WHEN i >= 50 THEN TIMESTAMPTZ '1969-12-31 23:59:59.5+00' END AS at
      FROM range(60) AS t(i)
      WHERE i < 30 OR i >= 40""";

  @Test
  void aShallowCloneIsRegisteredFromWhereverItsFilesLie() {
    write(CLONE + "clone('clone_near', base)\nclone('clone_far', far)\n");
    for (String name : List.of("clone_near", "clone_far")) {
      Plan plan = published(name);
      assertThat(plan.rewriteReasons()).as(name).isEmpty();
      assertThat(plan.landed()).as(name).hasSize(5);
      assertHolds(name, CLONED);
    }
    assertThat(lake.planDelta("clone_far", Fill.AUTO).landed())
        .extracting(PlannedObject::sourceBucket)
        .containsOnly(lake.sourceSettings().bucket(), S3Uri.parse(elsewhere + "x").bucket());
  }

  @Test
  void aShallowCloneIsReadFromItsCheckpointsToo() {
    write(
        CLONE
            + """
            for name, parts in [('clone_checkpoint', None), ('clone_parts', 2)]:
              t, original = clone(name, base)
              t.checkpoint(PLAIN, t.metadata, [
                add(t, 'p=a%20b/one.parquet', 'a b', '2026-01-01 10:00:00', original),
                add(t, 'p=x/at=2026/two & <three>?.parquet', '%/=NULL', '2026-01-01T10:00:00.123456Z', original),
                add(t, 'four.parquet', '', None, original),
                add(t, 'own.parquet', 'a b', '2026-01-01 10:00:00'),
                add(t, 'four.parquet', 'null', '1969-12-31 23:59:59.5')], parts)
              fill(t, 'late.parquet', 60)
              t.commit([add(t, 'late.parquet', 'gone', None), t.remove('p=a%20b/one.parquet', of=original)])
              t.commit([add(t, 'p=a%20b/one.parquet', 'a b', '2026-01-01 10:00:00', original), t.remove('late.parquet')])
            """);
    for (String name : List.of("clone_checkpoint", "clone_parts")) {
      published(name);
      assertHolds(name, CLONED);
      assertThat(lake.planDelta(name, 2L, Fill.AUTO).landed()).hasSize(5);
      assertThat(lake.planDelta(name, 3L, Fill.AUTO).landed())
          .extracting(PlannedObject::sourceKey)
          .anyMatch(key -> key.endsWith("/late.parquet"))
          .noneMatch(key -> key.endsWith("/one.parquet"));
    }
  }

  @Test
  void aCloneOfACheckpointWithSidecarsIsRefused() {
    write(
        CLONE
            + """
            protocol = {'minReaderVersion': 3, 'minWriterVersion': 7, 'readerFeatures': ['v2Checkpoint'], 'writerFeatures': ['v2Checkpoint']}
            for name, file in [('sidecar_classic', None), ('sidecar_named', '%020d.checkpoint.80a083e8-7026-4e79-81be-64bd76c43a11.parquet')]:
              t, original = clone(name, base)
              t.sidecar('x.parquet', [add(t, 'four.parquet', '', None, original)])
              t.checkpoint(protocol, t.metadata, [], sidecar='x.parquet', name=file)
            """);
    for (String name : List.of("sidecar_classic", "sidecar_named")) {
      assertThatThrownBy(() -> lake.planDelta(name, Fill.AUTO))
          .isInstanceOf(FinalFailure.class)
          .hasMessageContaining("checkpoint of version 2")
          .hasMessageContaining("_delta_log/00000000000000000002.checkpoint")
          .hasMessageContaining("the live table stays");
    }
  }

  @Test
  void rowsThatACloneDeletesAreLeftOut() {
    write(
        FILES
            + """
            original = handmade('vectors_original', far)
            t = handmade('vectors')
            for name in ['near', 'far', 'inline', 'whole', 'none']:
              fill(original, name + '.parquet', {'near': 0, 'far': 10, 'inline': 20, 'whole': 30, 'none': 40}[name])
            original.parquet('big.parquet', pa.table({'id': pa.array(range(1000, 201000)), 's': pa.array(['x'] * 200000)}))
            near = t.on_disk([0, 9])
            t.create(VECTORS, fields, [
              add(t, 'near.parquet', 'a', None, original, near),
              add(t, 'far.parquet', 'b', None, original, original.named(original.on_disk([1, 2, 3]))),
              add(t, 'inline.parquet', 'c', None, original, t.inline([5])),
              add(t, 'whole.parquet', 'd', None, original, t.inline(range(10))),
              add(t, 'none.parquet', 'd', None, original),
              t.add('big.parquet', 200000, original.named(original.on_disk([k for k in range(200000) if k % 2 or k > 150000])),
                {'p': 'e', 'at': None}, original)],
              ['p', 'at'], {'delta.enableDeletionVectors': 'true'})
            t.commit([
              t.remove('near.parquet', near, of=original),
              add(t, 'near.parquet', 'a', None, original, t.on_disk([0, 8, 9]))])
            """);

    Plan plan = published("vectors");

    assertThat(plan.landed()).hasSize(1);
    assertThat(plan.rewriteReasons()).contains("4 files: it has a deletion vector");
    assertHolds(
        "vectors",
        """
        SELECT
          i AS id,
          CASE WHEN i >= 1000 THEN 'x' WHEN i % 3 <> 0 THEN 's' || i END AS s,
          CASE WHEN i < 10 THEN 'a' WHEN i < 20 THEN 'b' WHEN i < 30 THEN 'c' WHEN i < 50 THEN 'd' ELSE 'e' END AS p,
          CAST(NULL AS TIMESTAMPTZ) AS at
        FROM (SELECT range AS i FROM range(50) UNION ALL SELECT 1000 + range FROM range(200000))
        WHERE i NOT IN (0, 8, 9, 11, 12, 13, 25)
          AND NOT (i >= 30 AND i < 40)
          AND NOT (i >= 1000 AND (i % 2 = 1 OR i - 1000 > 150000))""");
  }

  @Test
  void aVectorThatCannotBeReadIsToldWithItsFile() {
    write(
        FILES
            + """
            for name, dead in [('vector_gone', None), ('vector_other', [1, 2])]:
              original = handmade(name + '_original')
              fill(original, 'a.parquet', 0)
              t = handmade(name)
              vector = t.inline(dead) if dead else dict(t.inline([1]), storageType='p', offset=1, pathOrInlineDv=t.uri('no.bin'))
              t.create(VECTORS, fields, [add(t, 'a.parquet', 'a', None, original, dict(vector, cardinality=1))],
                ['p', 'at'], {'delta.enableDeletionVectors': 'true'})
            """);

    assertThatThrownBy(() -> lake.planDelta("vector_gone", Fill.AUTO))
        .isInstanceOf(RunFailure.class)
        .hasMessageContaining("no.bin");
    assertThatThrownBy(() -> lake.planDelta("vector_other", Fill.AUTO))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContaining("vector_other_original/a.parquet")
        .hasMessageContaining("2 rows");
  }

  private static final String MAPPED_FILES =
      """
      def mapped(t, path, first, of=None):
        schema = pa.schema([
          pa.field(n, y, metadata={'PARQUET:field_id': i}) for n, y, i in [('b', pa.int64(), '1'), ('id', pa.int64(), '2')]])
        t.parquet(path, pa.table([pa.array(range(first, first + 10)), pa.array(range(first + 1000, first + 1010))], schema=schema))
      fields = [field('id', 'long', 1, 'b'), field('b', 'long', 2, 'id'), field('p', 'string', 3, 'col-3'),
        field('day', 'date', 4, 'col-4'), field('amount', 'decimal(8,2)', 5, 'col-5')]
      def values(p, day, amount): return {'col-3': p, 'col-4': day, 'col-5': amount}
      def config(mode): return {'delta.columnMapping.mode': mode, 'delta.columnMapping.maxColumnId': '5'}
      """;

  private static final String MAPPED =
      """
      SELECT
        i AS id,
        i + 1000 AS b,
        CASE WHEN i < 10 THEN 'a/b %41' WHEN i < 20 THEN NULL ELSE 'NULL' END AS p,
        CASE WHEN i < 10 THEN DATE '2026-01-02' WHEN i >= 20 THEN DATE '1969-12-31' END AS day,
        CASE WHEN i < 10 THEN 1.5 WHEN i < 20 THEN -2 END::DECIMAL(8, 2) AS amount
      FROM range(30) AS t(i)
      WHERE i NOT IN (3, 4)""";

  @Test
  void aMappedTableHasThePartitionValuesOfItsLog() {
    write(
        MAPPED_FILES
            + """
            for mode in ['name', 'id']:
              t = handmade('mapped_parts_' + mode)
              mapped(t, 'x1/a b.parquet', 0)
              mapped(t, 'col-3=whatever/%41?.parquet', 10)
              mapped(t, 'x3/c.parquet', 20)
              t.create(MAPPED_VECTORS, fields, [
                t.add('x1/a b.parquet', 10, t.inline([3, 4]), values('a/b %41', '2026-01-02', '1.50')),
                t.add('col-3=whatever/%41?.parquet', 10, values=values('', None, '-2.00')),
                t.add('x3/c.parquet', 10, values=values('NULL', '1969-12-31', None))],
                ['p', 'day', 'amount'], config(mode))
            """);
    for (String mode : List.of("name", "id")) {
      Plan plan = published("mapped_parts_" + mode);
      assertThat(plan.landed()).isEmpty();
      assertThat(plan.rewriteReasons()).contains("3 files: the table maps its columns by " + mode);
      assertHolds("mapped_parts_" + mode, MAPPED);
    }
  }

  @Test
  void aCloneOfAMappedTableIsReadByItsMapping() {
    write(
        MAPPED_FILES
            + """
            for mode in ['name', 'id']:
              original = handmade('mapped_original_' + mode, far)
              t = handmade('mapped_clone_' + mode)
              mapped(original, 'a.parquet', 0)
              mapped(original, 'b.parquet', 10)
              mapped(t, 'c.parquet', 20)
              t.create(MAPPED_VECTORS, fields, [
                t.add('a.parquet', 10, t.inline([3, 4]), values('a/b %41', '2026-01-02', '1.50'), original),
                t.add('b.parquet', 10, values=values('', None, '-2.00'), of=original),
                t.add('c.parquet', 10, values=values('NULL', '1969-12-31', None))],
                ['p', 'day', 'amount'], config(mode))
            original = handmade('nested_original')
            original.parquet('a.parquet', pa.table({'c': [{'x': 1}]}))
            t = handmade('nested_clone')
            inner = {'type': 'struct', 'fields': [field('y', 'long', 2, 'x')]}
            t.create(MAPPED, [field('s', inner, 1, 'c')], [t.add('a.parquet', 1, of=original)], configuration=config('name'))
            """);
    for (String mode : List.of("name", "id")) {
      published("mapped_clone_" + mode);
      assertHolds("mapped_clone_" + mode, MAPPED);
    }
    assertThatThrownBy(() -> lake.planDelta("nested_clone", Fill.AUTO))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContaining("nested column 's'")
        .hasMessageContaining("the live table stays");
  }

  @Test
  void columnsThatSomeOrAllFilesOfACloneLackAreNull() {
    write(
        """
        original = handmade('grown_original')
        original.parquet('a.parquet', pa.table({'id': pa.array(range(5)), 's': [{'x': i} for i in range(5)]}))
        t = handmade('grown')
        t.parquet('b.parquet', pa.table({'id': pa.array(range(5, 10)), 's': [{'x': i, 'y': 'y'} for i in range(5)], 'late': [1.5] * 5}))
        struct = {'type': 'struct', 'fields': [field('x', 'long'), field('y', 'string')]}
        t.create(VECTORS, [field('id', 'long'), field('s', struct), field('late', 'double'), field('never', 'date')],
          [t.add('a.parquet', 5, t.inline([0]), of=original), t.add('b.parquet', 5, t.inline([0]))],
          configuration={'delta.enableDeletionVectors': 'true'})
        """);

    published("grown");

    assertHolds(
        "grown",
        """
        SELECT
          i AS id,
          {x: i % 5, y: CASE WHEN i >= 5 THEN 'y' END} AS s,
          CASE WHEN i >= 5 THEN 1.5::DOUBLE END AS late,
          CAST(NULL AS DATE) AS never
        FROM range(10) AS t(i)
        WHERE i % 5 <> 0""");
  }

  @Test
  void aColumnCalledFilenameIsAColumnLikeAnyOther() {
    write(
        """
        write_deltalake(base + 'named', pa.table({
          'id': pa.array(range(20)),
          'filename': pa.array([None if i % 4 == 0 else 'f%d' % i for i in range(20)]),
          'p': pa.array(['a' if i < 10 else None for i in range(20)])}), partition_by=['p'], storage_options=so)
        """);

    Plan plan = published("named");

    assertThat(plan.rewritten()).isEmpty();
    assertHolds(
        "named",
        "SELECT i AS id, CASE WHEN i % 4 <> 0 THEN 'f' || i END AS filename, CASE WHEN i < 10 THEN 'a' END AS p FROM range(20) AS t(i)");
  }

  @Test
  void aCloneWhoseFileIsGoneOrOutOfReachIsRefused() {
    write(
        FILES
            + """
            original = handmade('gone_original')
            fill(original, 'a.parquet', 0)
            t = handmade('gone')
            t.create(PLAIN, fields, [add(t, 'a.parquet', 'a', None, original)], ['p', 'at'])
            t.fs.delete_file(original.folder + 'a.parquet')
            t = handmade('foreign')
            t.create(PLAIN, fields, [{'add': dict(add(t, 'a.parquet', 'a', None, original)['add'],
              path='abfss://container@account.dfs.core.windows.net/t/a.parquet')}], ['p', 'at'])
            """);

    assertThatThrownBy(() -> lake.planDelta("gone", Fill.AUTO))
        .isInstanceOf(RunFailure.class)
        .hasMessageContaining("gone_original/a.parquet");
    assertThatThrownBy(() -> lake.planDelta("foreign", Fill.AUTO))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContaining("abfss://")
        .hasMessageContaining("lies in no S3 bucket");
  }
}
