package dev.lakeferry.generation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The objects of a large plan in groups, each of which is landed below a directory of its own, so
 * that one glob registers it. A partition is never divided: DuckLake's compaction ends with an
 * internal error, and the whole engine with it, where files of one partition lie in different
 * directories ({@code Files have different hive partition path}, seen on 1.5.5).
 */
public final class Chunks {
  private Chunks() {}

  /**
   * Divides a plan.
   *
   * @param files how many a group has at most, unless one partition has more; at least 1
   */
  public static Plan divide(Plan plan, int files) {
    Map<List<String>, String> directories =
        plan.partitionKeys().isEmpty() ? Map.of() : directories(plan, files);
    List<PlannedObject> moved = new ArrayList<>(plan.landed().size());
    for (PlannedObject object : plan.landed()) {
      String directory =
          plan.partitionKeys().isEmpty()
              ? directory(moved.size() / files)
              : directories.get(partition(object));
      moved.add(object.below(directory));
    }
    return plan.landedAt(moved, PlanDigest.landedAt(plan.digest(), moved));
  }

  private static Map<List<String>, String> directories(Plan plan, int files) {
    Map<List<String>, Integer> sizes = new LinkedHashMap<>();
    plan.landed().forEach(object -> sizes.merge(partition(object), 1, Integer::sum));
    Map<List<String>, String> directories = new HashMap<>();
    int chunk = 0;
    int inChunk = 0;
    for (Map.Entry<List<String>, Integer> partition : sizes.entrySet()) {
      if (inChunk > 0 && inChunk + partition.getValue() > files) {
        chunk++;
        inChunk = 0;
      }
      inChunk += partition.getValue();
      directories.put(partition.getKey(), directory(chunk));
    }
    return directories;
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
