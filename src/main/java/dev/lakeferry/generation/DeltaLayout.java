package dev.lakeferry.generation;

import dev.lakeferry.lake.Column;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.objects.ObjectInfo;
import dev.lakeferry.objects.S3Uri;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32;

/**
 * Where the files of a Delta table land. The Hive directories of its paths are a custom, not a
 * rule: the log alone says what a file's partition values are. A path whose text is not exactly
 * those values (another layout, a timestamp without its offset, a file outside the folder) lands
 * under directories that are made from them.
 */
final class DeltaLayout {
  private final LakeSession session;
  private final DeltaPlace place;
  private final List<String> keys;
  private final List<String> types;
  private final HiveTypes hiveTypes;

  DeltaLayout(
      LakeSession session, DeltaPlace place, List<Column> columns, List<String> partitionKeys) {
    this.session = session;
    this.place = place;
    this.keys = partitionKeys;
    this.hiveTypes = new HiveTypes(session);
    this.types = new ArrayList<>();
    for (String key : partitionKeys) {
      types.add(Column.find(columns, key).orElseThrow().type());
    }
  }

  /**
   * An active file.
   *
   * @param uri where it lies
   * @param rows that the pinned version has of it
   * @param partition the values' texts as the engine writes them
   * @param rewritten why it is not registered, if so
   */
  record Located(String uri, long rows, List<String> partition, Optional<String> rewritten) {}

  List<SourceFile> files(
      List<Located> located, Map<String, Footers.Footer> footers, Map<String, ObjectInfo> objects) {
    Map<Integer, Map<String, Boolean>> faithful = new HashMap<>();
    Set<String> taken = new HashSet<>();
    List<SourceFile> files = new ArrayList<>(located.size());
    for (Located file : located) {
      ObjectInfo object = objects.get(file.uri());
      Footers.Footer footer = footers.get(file.uri());
      String landedPath = landedPath(file, faithful, taken);
      SourceFile made =
          new SourceFile(
              new PlannedObject(
                  S3Uri.parse(file.uri()).bucket(),
                  object.key(),
                  landedPath,
                  object.size(),
                  object.etag()),
              file.uri(),
              file.rows(),
              footer.signature(),
              new HivePath(keys, file.partition()),
              file.rewritten().isEmpty() && footer.rows() == file.rows(),
              file.rewritten());
      if (footer.rows() != file.rows()) {
        made = made.because("its footer counts other rows than the table has of it");
      }
      files.add(made);
    }
    return files;
  }

  private String landedPath(
      Located file, Map<Integer, Map<String, Boolean>> faithful, Set<String> taken) {
    if (file.uri().startsWith(place.uri())) {
      String relative = file.uri().substring(place.uri().length());
      if (tellsTheValues(relative, file, faithful)) {
        String path = LandedPath.of(relative);
        if (taken.add(path)) {
          return path;
        }
      }
    }
    return made(file, taken);
  }

  private boolean tellsTheValues(
      String relative, Located file, Map<Integer, Map<String, Boolean>> faithful) {
    HivePath path = HivePath.of(relative);
    if (!path.sameKeys(new HivePath(keys, file.partition()))) {
      return false;
    }
    for (int k = 0; k < keys.size(); k++) {
      String text = path.values().get(k);
      String value = file.partition().get(k);
      if (text == null || value == null) {
        if (text != null || value != null) {
          return false;
        }
        continue;
      }
      int key = k;
      boolean same =
          faithful
              .computeIfAbsent(k, i -> new HashMap<>())
              .computeIfAbsent(text + '\0' + value, pair -> same(key, text, value));
      if (!same) {
        return false;
      }
    }
    return true;
  }

  private boolean same(int key, String text, String value) {
    if (types.get(key).equals("VARCHAR")) {
      return text.equals(value) && !text.isEmpty();
    }
    return hiveTypes.fits(types.get(key), Set.of(text))
        && session
            .first(
                "SELECT CAST(CAST(? AS %s) AS VARCHAR)".formatted(types.get(key)),
                row -> row.getString(1),
                text)
            .filter(value::equals)
            .isPresent();
  }

  private String made(Located file, Set<String> taken) {
    StringBuilder path = new StringBuilder();
    for (int k = 0; k < keys.size(); k++) {
      String value = file.partition().get(k);
      path.append(LandedPath.directory(keys.get(k), value)).append('/');
    }
    String name = LandedPath.of(file.uri().substring(file.uri().lastIndexOf('/') + 1));
    if (!taken.add(path + name)) {
      CRC32 hash = new CRC32();
      hash.update(file.uri().getBytes(StandardCharsets.UTF_8));
      name = "%08x-%s".formatted(hash.getValue(), name);
      taken.add(path + name);
    }
    return path + name;
  }
}
