package dev.lakeferry.upkeep;

import dev.lakeferry.lake.Catalog;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.objects.ObjectInfo;
import dev.lakeferry.objects.ObjectStore;
import dev.lakeferry.objects.S3Uri;
import dev.lakeferry.settings.LakeSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What of a table lies in the bucket: below its own name and below those of its shadows.
 *
 * <p>Law "objects that the catalog may know are sacred": below a name of which any catalog row
 * names an object, everything stays.
 */
final class Remains {
  private static final Logger LOG = LoggerFactory.getLogger(Remains.class);

  /** As many characters of a table's name stand in its shadows' as well; it may be cut there. */
  private static final int SHARED = 40;

  private final Catalog catalog;
  private final ObjectStore objects;
  private final LakeSettings lake;
  private final Instant before;
  private final boolean remove;
  private long named;
  private long young;
  private long bytes;
  private Instant until;

  /** How many were removed, or would be. */
  long removed;

  /**
   * Begins.
   *
   * @param age younger objects that nothing names may be of a landing under way, and stay
   * @param remove whether older ones are removed
   */
  Remains(Catalog catalog, ObjectStore objects, LakeSettings lake, Duration age, boolean remove) {
    this.catalog = catalog;
    this.objects = objects;
    this.lake = lake;
    this.before = catalog.now().minus(age);
    this.remove = remove;
  }

  /**
   * Looks below the names of one table.
   *
   * @param names its own and those of its shadows, which all begin alike
   */
  void look(TableName table, Set<String> names) {
    String schema = lake.prefix() + table.schema() + "/";
    String begin = table.table().substring(0, Math.min(table.table().length(), SHARED));
    Map<String, List<ObjectInfo>> byName = new TreeMap<>();
    for (ObjectInfo object : objects.list(lake.bucket(), schema + begin)) {
      String below = object.key().substring(schema.length());
      String name = below.substring(0, Math.max(0, below.indexOf('/')));
      if (names.contains(name)) {
        byName.computeIfAbsent(name, first -> new ArrayList<>()).add(object);
      }
    }
    byName.forEach((name, found) -> look(schema + name + "/", found));
  }

  private void look(String prefix, List<ObjectInfo> found) {
    boolean sacred = catalog.fileUnder(S3Uri.of(lake.bucket(), prefix)).isPresent();
    List<String> leftovers = new ArrayList<>();
    for (ObjectInfo object : found) {
      if (sacred) {
        named++;
        bytes += object.size();
      } else if (object.modified().isAfter(before)) {
        young++;
        bytes += object.size();
      } else {
        leftovers.add(object.key());
      }
    }
    removed += leftovers.size();
    if (remove && !leftovers.isEmpty()) {
      LOG.info(
          "Erasing {} objects below s3://{}/{}: no catalog row names anything there",
          leftovers.size(),
          lake.bucket(),
          prefix);
      objects.delete(lake.bucket(), leftovers);
    }
  }

  /** How long at least the snapshots stay that name what is left. */
  void readableFor(Duration time) {
    until = named == 0 ? null : catalog.now().plus(time);
  }

  ErasedTable told(TableName table, boolean live, boolean busy) {
    return new ErasedTable(table, live, busy, named, young, removed, bytes, until);
  }
}
