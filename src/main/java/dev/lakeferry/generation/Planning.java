package dev.lakeferry.generation;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.lake.Column;
import dev.lakeferry.lake.LakeSession;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Turns files and their footers into a plan: the same for whatever source listed them. */
final class Planning {
  private final LakeSession session;
  private final String bucket;
  private final String folder;
  private final List<Column> liveColumns;

  Planning(LakeSession session, String bucket, String folder, List<Column> liveColumns) {
    this.session = session;
    this.bucket = bucket;
    this.folder = folder;
    this.liveColumns = liveColumns;
  }

  Plan plan(List<SourceFile> all, Footers footers, Long expectedRows) {
    List<SourceFile> files = all.stream().filter(file -> file.rows() > 0).toList();
    long rows = files.stream().mapToLong(SourceFile::rows).sum();
    if (expectedRows != null && expectedRows != rows) {
      throw new FinalFailure(
          ("The completion expects %,d rows, but the files in %s hold %,d; nothing was copied and the"
                  + " live table stays. Find out upstream which is right.")
              .formatted(expectedRows, folder, rows));
    }
    List<String> keys = partitionKeys(all);
    Map<String, String> representatives = representatives(files.isEmpty() ? all : files);
    List<Column> fileColumns = fileColumns(representatives, all);
    refuseOtherSpelling(keys, footers.leaves());
    List<Column> columns = withPartitionColumns(fileColumns, keys, all);
    Set<String> ignored = lower(keys);

    MissingColumns missing =
        MissingColumns.find(files, leavesBySignature(files, footers), footers.leaves(), ignored);
    refuseUnregistrable(columns, representatives, files, missing);
    Set<SourceFile> rewrittenFiles = new HashSet<>(missing.rewritten().values());
    List<SourceFile> landed =
        files.stream().filter(file -> !rewrittenFiles.contains(file)).toList();

    return new Plan(
        bucket,
        folder,
        columns,
        keys,
        landed.stream().map(SourceFile::object).toList(),
        landed.stream().mapToLong(SourceFile::rows).toArray(),
        rewritten(missing),
        all.size() - files.size(),
        rows,
        expectedRows,
        partitions(files, keys),
        facts(columns, ignored, footers.leaves()),
        missing.remarks(),
        PlanDigest.of(columns, keys, files));
  }

  private List<String> partitionKeys(List<SourceFile> files) {
    HivePath first = files.get(0).partition();
    for (SourceFile file : files) {
      if (!file.partition().sameKeys(first)) {
        throw new FinalFailure(
            ("The files in %s are partitioned differently: '%s' has the keys %s, '%s' has %s; nothing"
                    + " was copied. Correct the import upstream.")
                .formatted(
                    folder,
                    files.get(0).object().landedPath(),
                    first.keys(),
                    file.object().landedPath(),
                    file.partition().keys()));
      }
    }
    return first.keys();
  }

  /** DuckLake finds a partition only where path, file and table spell its column alike. */
  private void refuseOtherSpelling(List<String> keys, List<Footers.Leaf> leaves) {
    for (String key : keys) {
      for (Footers.Leaf leaf : leaves) {
        if (leaf.path().equalsIgnoreCase(key) && !leaf.path().equals(key)) {
          throw new FinalFailure(
              ("The paths in %s spell the partition column '%s', the files inside spell it '%s', which"
                      + " DuckLake cannot register; nothing was copied and the live table stays."
                      + " Correct the import upstream.")
                  .formatted(folder, key, leaf.path()));
        }
      }
    }
  }

  /** One file of each layout. */
  private Map<String, String> representatives(List<SourceFile> files) {
    Map<String, String> representatives = new LinkedHashMap<>();
    files.forEach(
        file ->
            representatives.putIfAbsent(
                file.signature(), "s3://" + bucket + "/" + file.object().sourceKey()));
    return representatives;
  }

  /**
   * The merged columns: those of files with rows, whose types must hold values, and then what only
   * files without rows have.
   */
  private List<Column> fileColumns(Map<String, String> representatives, List<SourceFile> all) {
    List<Column> columns = new ArrayList<>(columns(List.copyOf(representatives.values())));
    Map<String, String> others = new LinkedHashMap<>(representatives(all));
    others.keySet().removeAll(representatives.keySet());
    if (!others.isEmpty()) {
      for (Column column : columns(List.copyOf(others.values()))) {
        if (type(columns, column.name()).isEmpty()) {
          columns.add(column);
        }
      }
    }
    return columns;
  }

  private List<Column> columns(List<String> uris) {
    return session.withExactKeys(
        () ->
            session.query(
                """
                DESCRIBE
                SELECT *
                FROM read_parquet(?, union_by_name = true, hive_partitioning = false)
                """,
                Column.DESCRIBED,
                uris));
  }

  private List<Column> withPartitionColumns(
      List<Column> fileColumns, List<String> keys, List<SourceFile> files) {
    List<Column> columns = new ArrayList<>(fileColumns);
    HiveTypes types = new HiveTypes(session);
    for (int k = 0; k < keys.size(); k++) {
      String key = keys.get(k);
      Set<String> values = new TreeSet<>();
      for (SourceFile file : files) {
        Optional.ofNullable(file.partition().values().get(k)).ifPresent(values::add);
      }
      Optional<String> inFiles = type(fileColumns, key);
      String type = types.choose(key, inFiles, type(liveColumns, key), values);
      if (inFiles.isEmpty()) {
        columns.add(new Column(key, type));
      }
    }
    return columns;
  }

  private static Optional<String> type(List<Column> columns, String name) {
    return columns.stream()
        .filter(column -> column.name().equalsIgnoreCase(name))
        .map(Column::type)
        .findFirst();
  }

  private static Map<String, List<String>> leavesBySignature(
      List<SourceFile> files, Footers footers) {
    Map<String, List<String>> leaves = new TreeMap<>();
    files.forEach(file -> leaves.computeIfAbsent(file.signature(), footers::leavesOf));
    return leaves;
  }

  private void refuseUnregistrable(
      List<Column> columns,
      Map<String, String> representatives,
      List<SourceFile> files,
      MissingColumns missing) {
    if (files.isEmpty() || missing.rewritten().size() == files.size()) {
      return;
    }
    Map<String, String> refusals = Registrability.refusals(session, columns, representatives);
    if (!refusals.isEmpty()) {
      throw new FinalFailure(
          ("Files in %s cannot be registered into DuckLake, though DuckDB reads them; nothing was"
                  + " copied and the live table stays: %s")
              .formatted(folder, String.join("; ", refusals.values())));
    }
  }

  private static List<RewrittenObject> rewritten(MissingColumns missing) {
    List<RewrittenObject> rewritten = new ArrayList<>();
    missing
        .rewritten()
        .forEach(
            (path, file) ->
                rewritten.add(
                    new RewrittenObject(
                        file.object().sourceKey(),
                        file.object().etag(),
                        file.rows(),
                        file.partition().values(),
                        "column '%s' is missing in it".formatted(path.replace(", ", ".")))));
    return rewritten;
  }

  private static List<PartitionCount> partitions(List<SourceFile> files, List<String> keys) {
    if (keys.isEmpty()) {
      return List.of();
    }
    Map<List<String>, Long> rows = new HashMap<>();
    files.forEach(file -> rows.merge(file.partition().values(), file.rows(), Long::sum));
    List<PartitionCount> partitions = new ArrayList<>();
    rows.forEach((values, count) -> partitions.add(new PartitionCount(values, count)));
    return partitions;
  }

  /** Only of columns that are a leaf themselves: a footer counts no nulls of a struct or list. */
  private static List<ColumnFacts> facts(
      List<Column> columns, Set<String> ignored, List<Footers.Leaf> leaves) {
    Map<String, Long> values = new HashMap<>();
    Set<String> unknown = new HashSet<>();
    for (Footers.Leaf leaf : leaves) {
      String name = leaf.path().toLowerCase(Locale.ROOT);
      if (leaf.values() == null) {
        unknown.add(name);
      } else {
        values.merge(name, leaf.values(), Long::sum);
      }
    }
    return columns.stream()
        .filter(column -> !column.nested())
        .filter(column -> !ignored.contains(column.name().toLowerCase(Locale.ROOT)))
        .filter(column -> !unknown.contains(column.name().toLowerCase(Locale.ROOT)))
        .filter(column -> values.containsKey(column.name().toLowerCase(Locale.ROOT)))
        .map(
            column ->
                new ColumnFacts(column.name(), values.get(column.name().toLowerCase(Locale.ROOT))))
        .toList();
  }

  private static Set<String> lower(List<String> names) {
    Set<String> lower = new HashSet<>();
    names.forEach(name -> lower.add(name.toLowerCase(Locale.ROOT)));
    return lower;
  }
}
