package dev.lakeferry.publish;

import dev.lakeferry.generation.ColumnFacts;
import dev.lakeferry.generation.PartitionCount;
import dev.lakeferry.generation.Plan;
import dev.lakeferry.lake.Column;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.LiveTable;
import dev.lakeferry.lake.LiveTable.ColumnCount;
import dev.lakeferry.naming.TableName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Compares a table that was published incrementally with the whole generation, on a fresh
 * connection and by the catalog, so that no file is read: its cost does not grow with the table's
 * bytes.
 */
final class IncrementReadBack {
  /** Partitions that are named of those that differ. */
  private static final int MOST_TOLD = 5;

  private final LakeSession session;
  private final TableName table;
  private final LiveTable live;
  private final Plan plan;

  IncrementReadBack(LakeSession session, TableName table, LiveTable live, Plan plan) {
    this.session = session;
    this.table = table;
    this.live = live;
    this.plan = plan;
  }

  /**
   * A sentence for each answer that differs from the source.
   *
   * @param files the rows of each file that the table must be made of, by its URI
   */
  List<String> differences(Map<String, Long> files) {
    List<String> differences = new ArrayList<>();
    LiveFiles.difference(live, files).ifPresent(differences::add);
    long rows = session.number("SELECT count(*) FROM " + Lake.quoted(table));
    if (rows != plan.rows()) {
      differences.add("%d rows instead of %d".formatted(rows, plan.rows()));
    }
    differences.addAll(columns());
    if (!plan.partitionKeys().isEmpty()) {
      differences.addAll(partitions());
    }
    return differences;
  }

  /**
   * The engine is asked where the table's statistics answer, as they do for every reader; else the
   * counts that the catalog has of each file are. Statistics that deny NULLs where there are some
   * would make readers' answers wrong.
   */
  private List<String> columns() {
    Map<String, ColumnCount> counts = live.columnCounts();
    List<String> differences = new ArrayList<>();
    List<ColumnFacts> answered = new ArrayList<>();
    for (ColumnFacts fact : plan.facts()) {
      ColumnCount count = counts.get(fact.name().toLowerCase(Locale.ROOT));
      if (count == null) {
        differences.add("has no statistics of the column %s".formatted(fact.name()));
        continue;
      }
      boolean denied = Boolean.FALSE.equals(count.containsNull());
      if (denied && ReadBack.isWhole(fact, plan)) {
        answered.add(fact);
      } else if (denied && fact.values() < plan.rows()) {
        differences.add("denies that %s holds NULL".formatted(fact.name()));
      }
      if (count.values() != fact.values()) {
        differences.add(
            "counts %d values of %s instead of %d"
                .formatted(count.values(), fact.name(), fact.values()));
      }
    }
    differences.addAll(new ReadBack(session, table).answeredByStatistics(answered));
    return differences;
  }

  private List<String> partitions() {
    Map<List<String>, Long> observed = live.partitionRows();
    List<Map<String, String>> written = new ArrayList<>();
    for (int k = 0; k < plan.partitionKeys().size(); k++) {
      written.add(asWritten(k, observed));
    }
    Map<List<String>, Long> found = canonical(observed, written);
    Map<List<String>, Long> source = new HashMap<>();
    for (PartitionCount partition : plan.partitions()) {
      source.merge(partition.values(), partition.rows(), Long::sum);
    }
    Map<List<String>, Long> expected = canonical(source, written);
    return Stream.concat(expected.keySet().stream(), found.keySet().stream())
        .distinct()
        .filter(values -> !Objects.equals(expected.get(values), found.get(values)))
        .limit(MOST_TOLD)
        .map(
            values ->
                "has %s rows in the partition %s instead of %s"
                    .formatted(told(found.get(values)), named(values), told(expected.get(values))))
        .toList();
  }

  private String named(List<String> values) {
    List<String> keys = plan.partitionKeys();
    return IntStream.range(0, keys.size())
        .mapToObj(k -> keys.get(k) + "=" + values.get(k))
        .collect(Collectors.joining("/"));
  }

  private static String told(Long rows) {
    return rows == null ? "no" : rows.toString();
  }

  private static Map<List<String>, Long> canonical(
      Map<List<String>, Long> rows, List<Map<String, String>> written) {
    Map<List<String>, Long> canonical = new HashMap<>();
    rows.forEach(
        (values, count) -> {
          List<String> texts = new ArrayList<>();
          for (int k = 0; k < written.size(); k++) {
            String value = k < values.size() ? values.get(k) : null;
            texts.add(value == null ? null : written.get(k).get(value));
          }
          canonical.merge(texts, count, Long::sum);
        });
    return canonical;
  }

  /** How the engine writes each text of a key once it is a value of the column's type. */
  private Map<String, String> asWritten(int key, Map<List<String>, Long> observed) {
    List<String> texts = new ArrayList<>();
    observed.keySet().forEach(values -> texts.add(key < values.size() ? values.get(key) : null));
    plan.partitions().forEach(partition -> texts.add(partition.values().get(key)));
    String type = Column.find(plan.columns(), plan.partitionKeys().get(key)).orElseThrow().type();
    Map<String, String> written = new HashMap<>();
    List<String> distinct = texts.stream().filter(Objects::nonNull).distinct().toList();
    if (!distinct.isEmpty()) {
      session.query(
          "SELECT v, CAST(TRY_CAST(v AS %s) AS VARCHAR) FROM unnest(?) AS t(v)".formatted(type),
          row -> written.put(row.getString(1), row.getString(2)),
          distinct);
    }
    return written;
  }
}
