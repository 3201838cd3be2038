package dev.lakeferry.generation;

import dev.lakeferry.failure.FinalFailure;
import java.util.ArrayList;
import java.util.List;

/**
 * The {@code key=value} directories of an object's path.
 *
 * @param keys in the order of the path
 * @param values URL-decoded, a null where the directory says so
 */
record HivePath(List<String> keys, List<String> values) {
  static final String NULL_DIRECTORY = "__HIVE_DEFAULT_PARTITION__";

  /** Reads the directories; the file's own name, the last segment, is not looked at. */
  static HivePath of(String relativePath) {
    List<String> keys = new ArrayList<>();
    List<String> values = new ArrayList<>();
    String[] segments = relativePath.split("/", -1);
    for (int i = 0; i < segments.length - 1; i++) {
      int equals = segments[i].indexOf('=');
      if (equals > 0) {
        String key = decode(segments[i].substring(0, equals), relativePath);
        if (keys.stream().anyMatch(key::equalsIgnoreCase)) {
          throw new FinalFailure(
              "The object '%s' names the partition '%s' twice; nothing was copied. Correct the"
                      .formatted(relativePath, key)
                  + " import upstream.");
        }
        keys.add(key);
        values.add(value(segments[i].substring(equals + 1), relativePath));
      }
    }
    return new HivePath(keys, values);
  }

  private static String value(String text, String path) {
    return text.equals(NULL_DIRECTORY) ? null : decode(text, path);
  }

  /**
   * Whether both have the same keys in the same order, spelled alike: DuckLake knows a partition
   * only by the very name of its column.
   */
  boolean sameKeys(HivePath other) {
    return keys.equals(other.keys);
  }

  private static String decode(String text, String path) {
    String decoded = PercentEncoding.decode(text);
    if (decoded.indexOf('\0') >= 0) {
      throw new FinalFailure(
          ("The object '%s' has a partition value with a NUL character, which the catalog cannot"
                  + " hold; nothing was copied. Correct the import upstream.")
              .formatted(path));
    }
    return decoded;
  }
}
