package dev.lakeferry.generation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The objects of a large plan in groups, each of which is landed below a directory of its own, so
 * that one glob registers it. A partition is never divided: DuckLake's compaction ends with an
 * internal error, and the whole engine with it, where files of one partition lie in different
 * directories ({@code Files have different hive partition path}, seen on 1.5.5).
 */
public final class Chunks {
  private Chunks() {}

  /**
   * Divides a plan. Sparse files come in the last group, however many they are: what is registered
   * after them would hide rows (see {@link dev.lakeferry.lake.LiveTable#columnWithoutRange}).
   *
   * @param files how many another group has at most, unless one partition has more; at least 1
   */
  public static Plan divide(Plan plan, int files) {
    Map<Object, String> directories = directories(plan, files);
    List<PlannedObject> moved =
        plan.landed().stream()
            .map(object -> object.below(directories.get(unit(plan, object))))
            .toList();
    return plan.landedAt(moved, PlanDigest.landedAt(plan.digest(), moved));
  }

  private static Map<Object, String> directories(Plan plan, int files) {
    Map<Object, Integer> sizes = new LinkedHashMap<>();
    Set<Object> sparse = new HashSet<>();
    for (PlannedObject object : plan.landed()) {
      sizes.merge(unit(plan, object), 1, Integer::sum);
      if (plan.sparse().contains(object.landedPath()) || inPartitionNull(plan, object)) {
        sparse.add(unit(plan, object));
      }
    }
    Map<Object, String> directories = new HashMap<>();
    int chunk = 0;
    int inChunk = 0;
    for (Map.Entry<Object, Integer> unit : sizes.entrySet()) {
      if (sparse.contains(unit.getKey())) {
        continue;
      }
      if (inChunk > 0 && inChunk + unit.getValue() > files) {
        chunk++;
        inChunk = 0;
      }
      inChunk += unit.getValue();
      directories.put(unit.getKey(), directory(chunk));
    }
    String last = directory(inChunk > 0 ? chunk + 1 : 0);
    sparse.forEach(unit -> directories.put(unit, last));
    return directories;
  }

  private static boolean inPartitionNull(Plan plan, PlannedObject object) {
    return !plan.partitionKeys().isEmpty() && partition(object).stream().anyMatch(Objects::isNull);
  }

  /** What is not divided: a partition, or a file where there are none. */
  private static Object unit(Plan plan, PlannedObject object) {
    return plan.partitionKeys().isEmpty() ? object.landedPath() : partition(object);
  }

  private static List<String> partition(PlannedObject object) {
    return HivePath.of(object.landedPath()).values();
  }

  private static String directory(int chunk) {
    return "p%04d/".formatted(chunk);
  }

  /** The objects of a divided plan by their group's directory, which ends with a slash. */
  public static Map<String, List<PlannedObject>> of(Plan plan) {
    Map<String, List<PlannedObject>> chunks = new LinkedHashMap<>();
    for (PlannedObject object : plan.landed()) {
      String path = object.landedPath();
      chunks
          .computeIfAbsent(path.substring(0, path.indexOf('/') + 1), first -> new ArrayList<>())
          .add(object);
    }
    return chunks;
  }
}
