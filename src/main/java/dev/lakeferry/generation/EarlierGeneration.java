package dev.lakeferry.generation;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.lake.Column;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.PastTable;
import dev.lakeferry.lake.PastTable.PastFile;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.objects.ObjectInfo;
import dev.lakeferry.objects.ObjectStore;
import dev.lakeferry.objects.S3Uri;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Plans a generation from the files of which a table of the lake was made at an older snapshot.
 *
 * <p>Law "objects that the catalog may know are sacred": they are sources like any other, landed
 * again elsewhere; none is registered a second time where it lies.
 */
public final class EarlierGeneration {
  private final ObjectStore objects;

  /** Takes a client of the lake's store. */
  public EarlierGeneration(ObjectStore objects) {
    this.objects = objects;
  }

  /**
   * Lists the files and reads their footers.
   *
   * @throws FinalFailure if rows of them were deleted or stood in the catalog itself, or if they
   *     are not what the catalog says
   */
  public Plan plan(PastTable table, TableName name, LakeSession session) {
    String generation = "%s at snapshot %d".formatted(name, table.snapshot());
    List<String> keys = table.partitionKeys();
    List<PastFile> files = table.files();
    refuseOdd(table, generation, keys, files);
    List<Column> columns = PastTable.columns(session, name, table.snapshot());
    Map<String, ObjectInfo> found =
        files.isEmpty()
            ? Map.of()
            : new SourceObjects(objects, "the catalog")
                .find(files.stream().map(PastFile::uri).toList());
    Map<String, FooterMemory.Content> contents = new LinkedHashMap<>();
    files.forEach(
        file -> {
          ObjectInfo object = found.get(file.uri());
          contents.put(file.uri(), new FooterMemory.Content(object.size(), object.etag()));
        });
    Footers footers =
        Footers.read(session, Optional.empty(), contents, FooterMemory.empty(), done -> {});
    return new Planning(session, generation, new PlanRequest(() -> columns, Fill.AUTO, words -> {}))
        .plan(
            sources(files, found, footers, keys, generation),
            footers,
            new SourceSchema(Optional.of(columns), keys, Optional.empty()),
            files.stream().mapToLong(PastFile::rows).sum());
  }

  private static void refuseOdd(
      PastTable table, String generation, List<String> keys, List<PastFile> files) {
    if (files.stream().anyMatch(PastFile::deletes) || table.maybeInlined()) {
      throw new FinalFailure(
          ("%s is no generation as it was published: another client deleted or inlined rows of it."
                  + " Nothing was changed. Choose a snapshot that bin/lakeferry lake history lists.")
              .formatted(generation));
    }
    if (keys.stream().anyMatch(key -> key.contains("("))) {
      throw new FinalFailure(
          "%s is partitioned by %s, which no path of a file tells; nothing was changed."
              .formatted(generation, keys));
    }
  }

  private static List<SourceFile> sources(
      List<PastFile> files,
      Map<String, ObjectInfo> found,
      Footers footers,
      List<String> keys,
      String generation) {
    Map<String, Footers.Footer> byUri = footers.files();
    List<SourceFile> sources = new ArrayList<>(files.size());
    Set<String> taken = new HashSet<>();
    for (PastFile file : files) {
      Footers.Footer footer = byUri.get(file.uri());
      if (footer == null || footer.rows() != file.rows()) {
        throw new FinalFailure(
            ("%s holds %s rows, the catalog says %,d: somebody wrote to the lake's bucket. Nothing"
                    + " was changed.")
                .formatted(
                    file.uri(),
                    footer == null ? "no" : "%,d".formatted(footer.rows()),
                    file.rows()));
      }
      ObjectInfo object = found.get(file.uri());
      S3Uri place = S3Uri.parse(file.uri());
      String path = path(place.key(), keys, taken, sources.size());
      HivePath partition = HivePath.of(path);
      if (!partition.keys().equals(keys)) {
        throw new FinalFailure(
            "The path of %s does not tell its partition (%s); %s cannot be landed again. Nothing was changed."
                .formatted(file.uri(), String.join(", ", keys), generation));
      }
      sources.add(
          SourceFile.whole(
              new PlannedObject(place.bucket(), place.key(), path, object.size(), object.etag()),
              file.uri(),
              footer.rows(),
              footer.signature(),
              partition));
    }
    return sources;
  }

  /**
   * The directories that tell the partition, and the file's name. Files of several landings have
   * paths of their own each, so one that is taken gets a number.
   */
  private static String path(String key, List<String> keys, Set<String> taken, int number) {
    String[] segments = key.split("/", -1);
    StringBuilder directories = new StringBuilder();
    int next = 0;
    for (int i = 0; i < segments.length - 1; i++) {
      List<String> named = HivePath.of(segments[i] + "/").keys();
      if (next < keys.size() && named.equals(List.of(keys.get(next)))) {
        directories.append(segments[i]).append('/');
        next++;
      }
    }
    String name = segments[segments.length - 1];
    String path = directories + name;
    if (!taken.add(path)) {
      path = directories + "%06d-".formatted(number) + name;
      taken.add(path);
    }
    return path;
  }
}
