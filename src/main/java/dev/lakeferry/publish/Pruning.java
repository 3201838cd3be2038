package dev.lakeferry.publish;

import dev.lakeferry.generation.ColumnFacts;
import dev.lakeferry.generation.Plan;
import dev.lakeferry.lake.Column;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.LiveTable;
import dev.lakeferry.lake.LiveTable.Bounds;
import dev.lakeferry.lake.Quote;
import dev.lakeferry.landing.ConfirmedLanding;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Conditions that let the engine pass over files by their statistics. DuckLake (DuckDB 1.5.5) does
 * not pass over a file because of its name: a statement that names one file reads the footers of
 * all. A comparison of one column with constants does, an OR does not.
 *
 * <p>A condition holds for every row of the files that it is made for, so that it changes nothing
 * but the cost.
 */
final class Pruning {
  /** Names in one statement. */
  private static final int LARGEST_GROUP = 200;

  /** What a statement of its own costs, in footers. */
  private static final long STATEMENT = 10;

  private static final int CANDIDATES = 8;
  private static final int MOST_VALUES = 500;

  private final LakeSession session;
  private final Plan plan;
  private final Map<String, String> types = new HashMap<>();
  private final List<String> candidates = new ArrayList<>();
  private final LiveTable table;
  private Map<String, Map<String, Bounds>> live;

  /** Takes a live table; the bounds of its files are read when they are needed. */
  Pruning(LakeSession session, LiveTable table, Plan plan) {
    this.session = session;
    this.table = table;
    this.plan = plan;
    for (Column column : plan.columns()) {
      boolean key = plan.partitionKeys().contains(column.name());
      if (ordered(column) && (key || candidates.size() < CANDIDATES)
          || key && column.type().equals("VARCHAR")) {
        candidates.add(column.name());
        types.put(column.name(), column.type());
      }
    }
  }

  private Map<String, Map<String, Bounds>> live() {
    if (live == null) {
      live = table.bounds(candidates);
    }
    return live;
  }

  private static boolean ordered(Column column) {
    return FileRanges.compares(column.type());
  }

  /**
   * Files that one statement names.
   *
   * @param condition that holds for each of their rows
   * @param touchesNoOther whether the condition passes over all other files of the live table
   */
  record Group(List<String> files, String condition, boolean touchesNoOther) {}

  /** For files of the live table. */
  List<Group> ofLive(Collection<String> files) {
    List<String> sorted = files.stream().sorted().toList();
    Choice best = new Choice(chunks(sorted), live().isEmpty() ? 0 : Long.MAX_VALUE);
    for (Map.Entry<String, Map<String, Bounds>> column : live().entrySet()) {
      if (column.getValue().keySet().containsAll(files)) {
        Choice choice = choice(column.getKey(), column.getValue(), sorted);
        best = choice.cost < best.cost ? choice : best;
      }
    }
    return best.groups;
  }

  private record Choice(List<Group> groups, long cost) {}

  private static List<Group> chunks(List<String> files) {
    List<Group> chunks = new ArrayList<>();
    for (int from = 0; from < files.size(); from += LARGEST_GROUP) {
      chunks.add(everywhere(files.subList(from, Math.min(from + LARGEST_GROUP, files.size()))));
    }
    return chunks;
  }

  private static Group everywhere(List<String> files) {
    return new Group(files, "true", false);
  }

  private Choice choice(String column, Map<String, Bounds> bounds, List<String> files) {
    return plan.partitionKeys().contains(column)
        ? byValues(column, bounds, files)
        : byRanges(column, bounds, files);
  }

  /** Of a partition column, each file has one value. */
  private Choice byValues(String column, Map<String, Bounds> bounds, List<String> files) {
    Map<String, Long> filesOfValue =
        bounds.values().stream()
            .collect(Collectors.groupingBy(Bounds::least, Collectors.counting()));
    List<String> sorted =
        files.stream().sorted(Comparator.comparing(file -> bounds.get(file).least())).toList();
    List<Group> groups = new ArrayList<>();
    long cost = 0;
    for (Group chunk : chunks(sorted)) {
      Set<String> values = new TreeSet<>();
      for (String file : chunk.files) {
        Bounds of = bounds.get(file);
        if (!of.least().equals(of.most())) {
          return new Choice(List.of(), Long.MAX_VALUE);
        }
        values.add(of.least());
      }
      long touched = values.stream().mapToLong(filesOfValue::get).sum();
      groups.add(new Group(chunk.files, in(column, values), touched <= chunk.files.size()));
      cost += STATEMENT + touched;
    }
    return new Choice(groups, cost);
  }

  private String in(String column, Collection<String> values) {
    return "%s IN (%s)"
        .formatted(
            Quote.name(column),
            values.stream()
                .map(value -> constant(column, value))
                .collect(Collectors.joining(", ")));
  }

  private String constant(String column, String value) {
    return "CAST(%s AS %s)".formatted(Quote.text(value), types.get(column));
  }

  private Choice byRanges(String column, Map<String, Bounds> bounds, List<String> files) {
    Optional<FileRanges> all = FileRanges.of(types.get(column), bounds.values());
    Optional<List<FileRanges.Range>> wanted = ranges(column, bounds, files);
    if (all.isEmpty() || wanted.isEmpty()) {
      return new Choice(List.of(), Long.MAX_VALUE);
    }
    return grouped(column, wanted.get(), all.get());
  }

  private Choice grouped(String column, List<FileRanges.Range> wanted, FileRanges all) {
    List<Group> groups = new ArrayList<>();
    long cost = 0;
    FileRanges.Range current = wanted.get(0);
    for (FileRanges.Range next : wanted.subList(1, wanted.size())) {
      FileRanges.Range merged = current.with(next);
      if (merged.files().size() <= LARGEST_GROUP
          && all.touched(merged) <= all.touched(current) + all.touched(next) + STATEMENT) {
        current = merged;
      } else {
        groups.add(group(column, current, all));
        cost += STATEMENT + all.touched(current);
        current = next;
      }
    }
    groups.add(group(column, current, all));
    return new Choice(groups, cost + STATEMENT + all.touched(current));
  }

  private Group group(String column, FileRanges.Range range, FileRanges all) {
    return new Group(
        range.files(),
        "%s BETWEEN %s AND %s"
            .formatted(
                Quote.name(column),
                constant(column, range.least()),
                constant(column, range.most())),
        all.touched(range) <= range.files().size());
  }

  private Optional<List<FileRanges.Range>> ranges(
      String column, Map<String, Bounds> bounds, List<String> files) {
    List<FileRanges.Range> ranges = new ArrayList<>();
    for (String file : files) {
      Bounds of = bounds.get(file);
      Optional<FileRanges.Key> from = FileRanges.Key.of(types.get(column), of.least());
      Optional<FileRanges.Key> to = FileRanges.Key.of(types.get(column), of.most());
      if (from.isEmpty() || to.isEmpty()) {
        return Optional.empty();
      }
      ranges.add(new FileRanges.Range(from.get(), to.get(), of.least(), of.most(), List.of(file)));
    }
    ranges.sort(Comparator.comparing(FileRanges.Range::from));
    return Optional.of(ranges);
  }

  /**
   * For files that are landed and not registered yet.
   *
   * @return no groups if the whole landing is to be read without a condition
   */
  List<Group> ofLanded(ConfirmedLanding landing, Plan added) {
    List<String> uris = landing.uris();
    Optional<String> partitions = partitions(added);
    if (partitions.isPresent()) {
      return List.of(new Group(List.of(), partitions.get(), false));
    }
    if (uris.size() > LARGEST_GROUP) {
      return List.of(everywhere(List.of()));
    }
    Map<String, Map<String, Bounds>> bounds = landedBounds(uris, added);
    Choice best = new Choice(List.of(everywhere(List.of())), Long.MAX_VALUE);
    for (Map.Entry<String, Map<String, Bounds>> column : bounds.entrySet()) {
      Map<String, Bounds> there = live().getOrDefault(column.getKey(), Map.of());
      Optional<FileRanges> all = FileRanges.of(types.get(column.getKey()), there.values());
      Optional<List<FileRanges.Range>> wanted = ranges(column.getKey(), column.getValue(), uris);
      if (column.getValue().size() == uris.size() && all.isPresent() && wanted.isPresent()) {
        Choice choice = grouped(column.getKey(), wanted.get(), all.get());
        best = choice.cost < best.cost ? choice : best;
      }
    }
    return best.groups;
  }

  private Optional<String> partitions(Plan added) {
    for (int k = 0; k < added.partitionKeys().size(); k++) {
      int key = k;
      String column = added.partitionKeys().get(k);
      List<String> values =
          added.partitions().stream().map(partition -> partition.values().get(key)).toList();
      if (types.containsKey(column)
          && values.stream().noneMatch(Objects::isNull)
          && values.size() <= MOST_VALUES) {
        return Optional.of(in(column, new TreeSet<>(values)));
      }
    }
    return Optional.empty();
  }

  private Map<String, Map<String, Bounds>> landedBounds(List<String> uris, Plan added) {
    List<String> columns =
        added.facts().stream()
            .filter(fact -> fact.values() == added.rows() && types.containsKey(fact.name()))
            .map(ColumnFacts::name)
            .toList();
    Map<String, Map<String, Bounds>> bounds = new HashMap<>();
    if (columns.isEmpty()) {
      return bounds;
    }
    String selected =
        columns.stream()
            .map(
                column ->
                    "CAST(min(%1$s) AS VARCHAR), CAST(max(%1$s) AS VARCHAR)"
                        .formatted(
                            "CAST(%s AS %s)".formatted(Quote.name(column), types.get(column))))
            .collect(Collectors.joining(", "));
    session.withExactKeys(
        () ->
            session.query(
                """
                SELECT __lakeferry_uri, %s
                FROM read_parquet(
                  ?, union_by_name = true, hive_partitioning = false, filename = '__lakeferry_uri')
                GROUP BY ALL
                """
                    .formatted(selected),
                row -> {
                  for (int i = 0; i < columns.size(); i++) {
                    bounds
                        .computeIfAbsent(columns.get(i), column -> new HashMap<>())
                        .put(
                            row.getString(1),
                            new Bounds(row.getString(2 * i + 2), row.getString(2 * i + 3)));
                  }
                  return null;
                },
                uris));
    return bounds;
  }
}
