package dev.lakeferry.publish;

import dev.lakeferry.generation.Plan;
import dev.lakeferry.lake.Column;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.LiveTable;
import dev.lakeferry.lake.LiveTable.DataFile;
import dev.lakeferry.naming.TableName;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Whether a live table is made of exactly the files that are known. A list of its files alone does
 * not tell: a DELETE of another client changes only a delete file, and small changes may stand in
 * the catalog itself.
 */
public final class LiveFiles {
  private LiveFiles() {}

  /**
   * What is different, as a clause whose subject is the table.
   *
   * @param known the rows of each file, by its URI
   */
  public static Optional<String> difference(LiveTable table, Map<String, Long> known) {
    Set<String> seen = new HashSet<>();
    for (DataFile file : table.files()) {
      if (file.written() || !known.containsKey(file.path())) {
        return Optional.of(
            "holds the file %s, which this service did not register".formatted(file.path()));
      }
      if (!seen.add(file.path())) {
        return Optional.of("holds the file %s twice".formatted(file.path()));
      }
      if (file.deletes()) {
        return Optional.of(
            "lost rows of its file %s to a DELETE of another client".formatted(file.path()));
      }
      long rows = known.get(file.path());
      if (file.rows() != rows) {
        return Optional.of(
            "has %d rows instead of %d in its file %s".formatted(file.rows(), rows, file.path()));
      }
    }
    if (seen.size() < known.size()) {
      return Optional.of(
          "misses %d of its files, for example %s"
              .formatted(
                  known.size() - seen.size(),
                  known.keySet().stream().filter(path -> !seen.contains(path)).findFirst().get()));
    }
    return table.inlined()
        ? Optional.of("has changes of another client that stand in the catalog itself")
        : Optional.empty();
  }

  /**
   * What keeps files of a plan from being added to the live table, as a clause whose subject is the
   * table.
   */
  public static Optional<String> difference(
      LakeSession session, TableName name, LiveTable table, Plan plan) {
    List<Column> live = session.columns(name);
    if (!live.equals(plan.columns())) {
      return Optional.of(otherColumns(live, plan.columns()));
    }
    List<String> keys = table.partitionKeys();
    if (!keys.equals(plan.partitionKeys())) {
      return Optional.of(
          "is partitioned otherwise (by %s, the generation by %s)"
              .formatted(told(keys), told(plan.partitionKeys())));
    }
    return table
        .columnWithoutRange()
        .map(
            "has no range of the values of its column %s, so that no file can be added"::formatted);
  }

  /** Names the first column that differs, in the order of the generation's. */
  private static String otherColumns(List<Column> live, List<Column> planned) {
    for (Column column : planned) {
      Optional<Column> there = Column.find(live, column.name());
      if (there.isEmpty()) {
        return "has no column %s".formatted(column.name());
      }
      if (!there.get().equals(column)) {
        return "has the column %s %s, which is %s %s in the generation"
            .formatted(there.get().name(), there.get().type(), column.name(), column.type());
      }
    }
    return live.stream()
        .filter(column -> Column.find(planned, column.name()).isEmpty())
        .findFirst()
        .map(column -> "has the column %s besides".formatted(column.name()))
        .orElse("has its columns in another order");
  }

  private static String told(List<String> keys) {
    return keys.isEmpty() ? "nothing" : String.join(", ", keys);
  }
}
