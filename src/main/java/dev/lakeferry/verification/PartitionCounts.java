package dev.lakeferry.verification;

import dev.lakeferry.generation.PartitionCount;
import dev.lakeferry.lake.Column;
import dev.lakeferry.lake.Quote;
import dev.lakeferry.lake.TextList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** As many rows in each partition as in the source's; NULL is a partition like any other. */
final class PartitionCounts implements Check {
  @Override
  public String name() {
    return "partition_counts";
  }

  @Override
  public boolean appliesTo(Subject subject) {
    return !subject.expected().partitionKeys().isEmpty();
  }

  @Override
  public String sql(Subject subject) {
    String keys =
        subject.expected().partitionKeys().stream()
            .map(key -> "CAST(%s AS VARCHAR)".formatted(Quote.name(key)))
            .collect(Collectors.joining(", "));
    return "SELECT count(*), %s FROM %s GROUP BY ALL"
        .formatted(TextList.sql("[" + keys + "]"), subject.rows());
  }

  @Override
  public Finding run(Subject subject) {
    Map<List<String>, Long> observed = new HashMap<>();
    subject
        .session()
        .query(sql(subject), row -> observed.put(TextList.read(row, 2), row.getLong(1)));
    Map<List<String>, Long> expected = new HashMap<>();
    Map<List<String>, List<String>> canonical = canonical(subject);
    for (PartitionCount partition : subject.expected().partitions()) {
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
        null,
        differences.isEmpty()
            ? null
            : "rows by partition differ: "
                + differences.stream().limit(5).collect(Collectors.joining("; ")));
  }

  /**
   * How the engine writes each partition's texts once they are values of the column's type; for a
   * VARCHAR that is the text itself.
   */
  private static Map<List<String>, List<String>> canonical(Subject subject) {
    Map<List<String>, List<String>> canonical = new HashMap<>();
    List<Map<String, String>> byKey = new ArrayList<>();
    for (int k = 0; k < subject.expected().partitionKeys().size(); k++) {
      byKey.add(canonicalOf(subject, k));
    }
    for (PartitionCount partition : subject.expected().partitions()) {
      List<String> values = new ArrayList<>();
      for (int k = 0; k < byKey.size(); k++) {
        String text = partition.values().get(k);
        values.add(text == null ? null : byKey.get(k).get(text));
      }
      canonical.put(partition.values(), values);
    }
    return canonical;
  }

  private static Map<String, String> canonicalOf(Subject subject, int key) {
    String type =
        Column.find(subject.expected().columns(), subject.expected().partitionKeys().get(key))
            .orElseThrow()
            .type();
    List<String> texts =
        subject.expected().partitions().stream()
            .map(partition -> partition.values().get(key))
            .filter(text -> text != null)
            .distinct()
            .toList();
    Map<String, String> canonical = new HashMap<>();
    if (!texts.isEmpty()) {
      subject
          .session()
          .query(
              "SELECT v, CAST(CAST(v AS %s) AS VARCHAR) FROM unnest(?) AS t(v)".formatted(type),
              row -> canonical.put(row.getString(1), row.getString(2)),
              texts);
    }
    return canonical;
  }
}
