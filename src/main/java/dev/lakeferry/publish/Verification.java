package dev.lakeferry.publish;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.failure.RunFailure;
import dev.lakeferry.generation.PartitionCount;
import dev.lakeferry.generation.Plan;
import dev.lakeferry.lake.Column;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.Quote;
import dev.lakeferry.publish.CheckResult.Severity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The checks of a filled shadow against its source, inside the transaction. All run, even after one
 * failed.
 */
final class Verification {
  private final LakeSession session;
  private final Shadow shadow;
  private final Publication publication;
  private final Plan plan;
  private final List<CheckResult> results = new ArrayList<>();

  Verification(LakeSession session, Shadow shadow, Publication publication) {
    this.session = session;
    this.shadow = shadow;
    this.publication = publication;
    this.plan = publication.plan();
  }

  /** What a check found. */
  private record Finding(boolean passed, String observed, String expected, String error) {}

  /**
   * Runs all checks.
   *
   * @param liveColumns the live table's; empty if there is none
   */
  List<CheckResult> run(List<Column> liveColumns) {
    check("row_count", Severity.FAIL, rowCountSql(), this::rowCount);
    publication
        .landing()
        .ifPresent(
            landing ->
                check("file_count", Severity.FAIL, fileCountSql(landing.uri()), this::fileCount));
    if (!plan.partitionKeys().isEmpty()) {
      check("partition_counts", Severity.FAIL, partitionSql(), this::partitions);
    }
    check("decode_probe", Severity.FAIL, decodeSql(), this::decode);
    check("live_columns", Severity.FAIL, null, sql -> liveColumns(liveColumns));
    check("columns_in_every_file", Severity.WARN, null, sql -> remarks());
    return results;
  }

  private void check(
      String name, Severity severity, String sql, Function<String, Finding> finding) {
    long begin = System.nanoTime();
    Finding found;
    try {
      found = finding.apply(sql);
    } catch (FinalFailure e) {
      found = new Finding(false, "an error", "an answer", e.getMessage());
    } catch (RunFailure e) {
      throw e;
    }
    results.add(
        new CheckResult(
            name,
            severity,
            found.passed(),
            found.observed(),
            found.expected(),
            sql,
            found.error(),
            (System.nanoTime() - begin) / 1_000_000));
  }

  private String rowCountSql() {
    return "SELECT count(*) FROM " + shadow.quoted();
  }

  private Finding rowCount(String sql) {
    return equal(session.number(sql), plan.rows());
  }

  private String fileCountSql(String landingUri) {
    return "SELECT count(DISTINCT filename) FROM %s WHERE starts_with(filename, %s)"
        .formatted(shadow.quoted(), Quote.text(landingUri));
  }

  private Finding fileCount(String sql) {
    return equal(session.number(sql), plan.landed().size());
  }

  private static Finding equal(long observed, long expected) {
    return new Finding(
        observed == expected, Long.toString(observed), Long.toString(expected), null);
  }

  private String partitionSql() {
    String keys =
        plan.partitionKeys().stream()
            .map(key -> "CAST(%s AS VARCHAR)".formatted(Quote.name(key)))
            .collect(Collectors.joining(", "));
    return "SELECT count(*), [%s] FROM %s GROUP BY ALL".formatted(keys, shadow.quoted());
  }

  private Finding partitions(String sql) {
    Map<List<String>, Long> observed = new HashMap<>();
    session.query(
        sql, row -> observed.put(texts((Object[]) row.getArray(2).getArray()), row.getLong(1)));
    Map<List<String>, Long> expected = new HashMap<>();
    Map<List<String>, List<String>> canonical = canonical();
    for (PartitionCount partition : plan.partitions()) {
      expected.merge(canonical.get(partition.values()), partition.rows(), Long::sum);
    }
    List<String> differences = new ArrayList<>();
    expected.forEach(
        (values, rows) -> {
          if (!rows.equals(observed.get(values))) {
            differences.add("%s: %s instead of %d".formatted(values, observed.get(values), rows));
          }
        });
    observed.forEach(
        (values, rows) -> {
          if (!expected.containsKey(values)) {
            differences.add("%s: %d instead of none".formatted(values, rows));
          }
        });
    return new Finding(
        differences.isEmpty(),
        observed.size() + " partitions",
        expected.size() + " partitions",
        differences.isEmpty()
            ? null
            : "rows by partition differ: "
                + differences.stream().limit(5).collect(Collectors.joining("; ")));
  }

  /**
   * How the engine writes each partition's texts once they are values of the column's type; for a
   * VARCHAR that is the text itself.
   */
  private Map<List<String>, List<String>> canonical() {
    Map<List<String>, List<String>> canonical = new HashMap<>();
    List<Map<String, String>> byKey = new ArrayList<>();
    for (int k = 0; k < plan.partitionKeys().size(); k++) {
      byKey.add(canonicalOf(k));
    }
    for (PartitionCount partition : plan.partitions()) {
      List<String> values = new ArrayList<>();
      for (int k = 0; k < byKey.size(); k++) {
        String text = partition.values().get(k);
        values.add(text == null ? null : byKey.get(k).get(text));
      }
      canonical.put(partition.values(), values);
    }
    return canonical;
  }

  private Map<String, String> canonicalOf(int key) {
    String type =
        plan.columns().stream()
            .filter(column -> column.name().equalsIgnoreCase(plan.partitionKeys().get(key)))
            .map(Column::type)
            .findFirst()
            .orElseThrow();
    List<String> texts =
        plan.partitions().stream()
            .map(partition -> partition.values().get(key))
            .filter(text -> text != null)
            .distinct()
            .toList();
    Map<String, String> canonical = new HashMap<>();
    if (!texts.isEmpty()) {
      session.query(
          "SELECT v, CAST(CAST(v AS %s) AS VARCHAR) FROM unnest(?) AS t(v)".formatted(type),
          row -> canonical.put(row.getString(1), row.getString(2)),
          texts);
    }
    return canonical;
  }

  private static List<String> texts(Object[] values) {
    List<String> texts = new ArrayList<>(values.length);
    for (Object value : values) {
      texts.add((String) value);
    }
    return texts;
  }

  private String decodeSql() {
    return "SELECT count(h) FROM (SELECT hash(t) AS h FROM (SELECT * FROM %s LIMIT 2048) AS t)"
        .formatted(shadow.quoted());
  }

  private Finding decode(String sql) {
    return equal(session.number(sql), Math.min(2048, plan.rows()));
  }

  private Finding liveColumns(List<Column> liveColumns) {
    List<String> vanished =
        liveColumns.stream().filter(column -> find(column).isEmpty()).map(Column::name).toList();
    boolean accepted = vanished.isEmpty() || publication.rules().acceptSchema();
    return new Finding(
        accepted,
        vanished.isEmpty() ? "all columns" : "without " + vanished,
        "all columns of the live table",
        accepted
            ? null
            : ("the live table's column(s) %s are in no file of the new generation. If that is right,"
                    + " run: bin/lakeferry retry %s --accept-schema")
                .formatted(vanished, publication.id().runId()));
  }

  private Optional<Column> find(Column column) {
    return plan.columns().stream()
        .filter(planned -> planned.name().equalsIgnoreCase(column.name()))
        .findFirst();
  }

  private Finding remarks() {
    return new Finding(
        plan.remarks().isEmpty(),
        plan.remarks().isEmpty() ? "all" : plan.remarks().size() + " missing in some",
        "all",
        plan.remarks().isEmpty() ? null : String.join(" ", plan.remarks()));
  }
}
