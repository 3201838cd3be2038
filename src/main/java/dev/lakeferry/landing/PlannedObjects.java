package dev.lakeferry.landing;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.generation.PlannedObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A plan's objects, found by their path below the prefix. Paths come from outside: one that would
 * leave the prefix, or that two objects share, is refused before anything is written.
 */
final class PlannedObjects {
  private static final Pattern ESCAPE = Pattern.compile("(^|/)(\\.{1,2})?(/|$)");

  private final List<PlannedObject> objects;
  private final Map<String, Integer> byPath;
  private final long bytes;

  PlannedObjects(List<PlannedObject> objects) {
    this.objects = objects;
    this.byPath = new HashMap<>(objects.size() * 2);
    long sum = 0;
    for (int i = 0; i < objects.size(); i++) {
      PlannedObject object = objects.get(i);
      check(object);
      Integer other = byPath.put(object.landedPath(), i);
      if (other != null) {
        throw new FinalFailure(
            "Two planned objects would land at the same path "
                + object.landedPath()
                + ": "
                + objects.get(other).sourceKey()
                + " and "
                + object.sourceKey()
                + ". Nothing was written.");
      }
      sum += object.size();
    }
    this.bytes = sum;
  }

  private static void check(PlannedObject object) {
    if (ESCAPE.matcher(object.landedPath()).find()) {
      throw new FinalFailure(
          "The object "
              + object.sourceKey()
              + " would land at the path '"
              + object.landedPath()
              + "', which has an empty segment or leaves the landing prefix. Nothing was written;"
              + " rename the object at its source.");
    }
  }

  int count() {
    return objects.size();
  }

  long bytes() {
    return bytes;
  }

  PlannedObject get(int index) {
    return objects.get(index);
  }

  /** The place in the plan, or -1. */
  int indexOf(String landedPath) {
    return byPath.getOrDefault(landedPath, -1);
  }
}
