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
import java.util.stream.Collectors;

/** Turns files and their footers into a plan: the same for whatever source listed them. */
final class Planning {
  private final LakeSession session;
  private final String folder;
  private final PlanRequest request;

  /**
   * Takes what is the same for all files.
   *
   * @param folder where they lie, for messages
   */
  Planning(LakeSession session, String folder, PlanRequest request) {
    this.session = session;
    this.folder = folder;
    this.request = request;
  }

  /**
   * Plans.
   *
   * @param expectedRows what upstream counted, or null
   * @throws FinalFailure if the files do not make up one table, or not the expected one
   */
  Plan plan(List<SourceFile> all, Footers footers, SourceSchema schema, Long expectedRows) {
    List<SourceFile> files = all.stream().filter(file -> file.rows() > 0).toList();
    long rows = files.stream().mapToLong(SourceFile::rows).sum();
    refuseUnexpected(rows, expectedRows);
    List<String> keys = schema.partitionKeys();
    Set<String> ignored = lower(keys);
    List<Column> columns =
        schema
            .columns()
            .orElseGet(
                () -> {
                  if (!keys.isEmpty()) {
                    refuseOtherSpelling(keys, footers.leaves(uris(all)));
                  }
                  return withPartitionColumns(
                      fileColumns(representatives(files.isEmpty() ? all : files), all), keys, all);
                });

    List<SourceFile> decided = decide(files, columns);
    List<Footers.Leaf> leaves = footers.leaves(uris(registered(decided)));
    MissingColumns missing =
        MissingColumns.find(
            registered(decided), leavesBySignature(decided, footers), leaves, ignored);
    decided = rewriteLacking(decided, missing);
    List<SourceFile> landed = registered(decided);

    return new Plan(
        folder,
        columns,
        keys,
        landed.stream().map(SourceFile::object).toList(),
        landed.stream().mapToLong(SourceFile::rows).toArray(),
        sparse(landed, footers, leaves),
        decided.stream()
            .filter(file -> file.rewritten().isPresent())
            .map(Planning::rewritten)
            .toList(),
        schema.delta(),
        all.size() - files.size(),
        rows,
        expectedRows,
        partitions(files, keys),
        new Facts(session, footers, schema.delta()).of(columns, ignored, files),
        missing.remarks(),
        PlanDigest.of(columns, keys, decided));
  }

  private void refuseUnexpected(long rows, Long expectedRows) {
    if (expectedRows != null && expectedRows != rows) {
      throw new FinalFailure(
          ("The completion expects %,d rows, but the files in %s hold %,d; nothing was copied and the"
                  + " live table stays. Find out upstream which is right.")
              .formatted(expectedRows, folder, rows));
    }
  }

  /** Which files are registered and which rewritten, before anything is landed. */
  private List<SourceFile> decide(List<SourceFile> files, List<Column> columns) {
    if (request.fill() == Fill.REWRITE) {
      return files.stream().map(file -> file.because("lakeferry.copy.fill is rewrite")).toList();
    }
    Map<String, String> refusals =
        Registrability.refusals(session, columns, representatives(registered(files)));
    List<SourceFile> decided = new ArrayList<>(files.size());
    for (SourceFile file : files) {
      String refusal = refusals.get(file.signature());
      SourceFile judged = refusal == null ? file : file.because(refusal);
      if (request.fill() == Fill.REGISTER && judged.rewritten().isPresent()) {
        throw new FinalFailure(
            ("The file %s cannot be registered into DuckLake, though DuckDB reads it; nothing was"
                    + " copied and the live table stays: %s. To have such files rewritten, set"
                    + " lakeferry.register.unregistrable=rewrite (registration) or"
                    + " lakeferry.copy.fill=auto (copies).")
                .formatted(judged.uri(), judged.rewritten().get()));
      }
      decided.add(judged);
    }
    return decided;
  }

  private static List<SourceFile> rewriteLacking(List<SourceFile> files, MissingColumns missing) {
    Map<SourceFile, String> lacking = new HashMap<>();
    missing
        .rewritten()
        .forEach(
            (path, file) ->
                lacking.putIfAbsent(
                    file, "column '%s' is missing in it".formatted(path.replace(", ", "."))));
    return files.stream()
        .map(file -> lacking.containsKey(file) ? file.because(lacking.get(file)) : file)
        .toList();
  }

  private static List<SourceFile> registered(List<SourceFile> files) {
    return files.stream().filter(file -> file.rewritten().isEmpty()).toList();
  }

  private static List<String> uris(List<SourceFile> files) {
    return files.stream().map(SourceFile::uri).toList();
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
  private static Map<String, String> representatives(List<SourceFile> files) {
    Map<String, String> representatives = new LinkedHashMap<>();
    files.forEach(file -> representatives.putIfAbsent(file.signature(), file.uri()));
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
        if (Column.find(columns, column.name()).isEmpty()) {
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
    List<Column> liveColumns = keys.isEmpty() ? List.of() : request.liveColumns().get();
    for (int k = 0; k < keys.size(); k++) {
      String key = keys.get(k);
      Set<String> values = new TreeSet<>();
      for (SourceFile file : files) {
        Optional.ofNullable(file.partition().values().get(k)).ifPresent(values::add);
      }
      Optional<String> inFiles = Column.find(fileColumns, key).map(Column::type);
      Optional<String> live = Column.find(liveColumns, key).map(Column::type);
      String type = types.choose(key, inFiles, live, values);
      if (inFiles.isEmpty()) {
        columns.add(new Column(key, type));
      }
    }
    return columns;
  }

  private static Set<String> sparse(
      List<SourceFile> landed, Footers footers, List<Footers.Leaf> leaves) {
    List<String> suspected =
        leaves.stream()
            .filter(leaf -> leaf.nullGroups() > 0)
            .filter(leaf -> leaf.values() == null || leaf.values() > 0)
            .map(Footers.Leaf::path)
            .toList();
    if (suspected.isEmpty()) {
      return Set.of();
    }
    Set<String> uris = footers.sparse(uris(landed), suspected);
    return landed.stream()
        .filter(file -> uris.contains(file.uri()))
        .map(file -> file.object().landedPath())
        .collect(Collectors.toSet());
  }

  private static Map<String, List<String>> leavesBySignature(
      List<SourceFile> files, Footers footers) {
    Map<String, List<String>> leaves = new TreeMap<>();
    files.forEach(file -> leaves.computeIfAbsent(file.signature(), footers::leavesOf));
    return leaves;
  }

  private static RewrittenObject rewritten(SourceFile file) {
    return new RewrittenObject(
        file.uri(),
        file.object().etag(),
        file.rows(),
        file.partition().values(),
        file.rewritten().orElseThrow());
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

  private static Set<String> lower(List<String> names) {
    Set<String> lower = new HashSet<>();
    names.forEach(name -> lower.add(name.toLowerCase(Locale.ROOT)));
    return lower;
  }
}
