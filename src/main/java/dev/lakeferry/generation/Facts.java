package dev.lakeferry.generation;

import dev.lakeferry.lake.Column;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.Quote;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How many values of each column are not null, as the source tells: by the footers where they count
 * the rows that are there, else by a scan of just those files.
 */
final class Facts {
  private static final int COLUMNS_A_QUERY = 200;

  private final LakeSession session;
  private final Footers footers;
  private final Optional<DeltaRows> delta;

  Facts(LakeSession session, Footers footers, Optional<DeltaRows> delta) {
    this.session = session;
    this.footers = footers;
    this.delta = delta;
  }

  /**
   * Of the columns that are a leaf themselves: a footer counts no nulls of a struct or list.
   *
   * @param ignored the partition columns, in lower case
   */
  List<ColumnFacts> of(List<Column> columns, Set<String> ignored, List<SourceFile> files) {
    List<Column> countable =
        columns.stream()
            .filter(column -> !column.nested())
            .filter(column -> !ignored.contains(lower(column)))
            .toList();
    List<String> counted = new ArrayList<>();
    List<String> scanned = new ArrayList<>();
    files.forEach(file -> (file.footerCounts() ? counted : scanned).add(file.uri()));

    Map<String, Long> values = new HashMap<>();
    Set<String> unknown = new HashSet<>();
    for (Footers.Leaf leaf : footers.leaves(counted)) {
      String name = leaf.path().toLowerCase(Locale.ROOT);
      if (leaf.values() == null) {
        unknown.add(name);
      } else {
        values.merge(name, leaf.values(), Long::sum);
      }
    }
    scan(countable, scanned, scanned.size() == files.size())
        .forEach((name, count) -> values.merge(name, count, Long::sum));
    return countable.stream()
        .filter(column -> !unknown.contains(lower(column)))
        .map(column -> new ColumnFacts(column.name(), values.getOrDefault(lower(column), 0L)))
        .toList();
  }

  private Map<String, Long> scan(List<Column> columns, List<String> uris, boolean whole) {
    Map<String, Long> values = new HashMap<>();
    if (uris.isEmpty() || delta.isEmpty()) {
      return values;
    }
    for (int from = 0; from < columns.size(); from += COLUMNS_A_QUERY) {
      List<Column> some = columns.subList(from, Math.min(from + COLUMNS_A_QUERY, columns.size()));
      String counts =
          some.stream()
              .map(column -> "count(%s)".formatted(Quote.name(column.name())))
              .collect(Collectors.joining(", "));
      Relation rows = whole ? delta.get().all() : delta.get().of(uris);
      rows.reading(
          session,
          () ->
              session.query(
                  "SELECT %s FROM %s".formatted(counts, rows.sql()),
                  row -> {
                    for (int i = 0; i < some.size(); i++) {
                      values.put(lower(some.get(i)), row.getLong(i + 1));
                    }
                    return null;
                  },
                  rows.parameters().toArray()));
    }
    return values;
  }

  private static String lower(Column column) {
    return column.name().toLowerCase(Locale.ROOT);
  }
}
