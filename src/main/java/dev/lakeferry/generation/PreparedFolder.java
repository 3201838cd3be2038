package dev.lakeferry.generation;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.failure.RunFailure;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.objects.ObjectInfo;
import dev.lakeferry.objects.ObjectStore;
import dev.lakeferry.objects.S3Uri;
import dev.lakeferry.settings.LakeSettings;
import dev.lakeferry.settings.SourceSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Plans a generation from a folder of prepared Parquet files. */
public final class PreparedFolder {
  private static final Pattern PLAIN = Pattern.compile("[^*?\\[\\]{}\\\\]*");

  private final SourceSettings source;
  private final LakeSettings lake;
  private final ObjectStore objects;
  private final FolderRules rules;

  /**
   * Takes the source and the means to list it.
   *
   * @param objects a client of the source's endpoint
   */
  public PreparedFolder(
      SourceSettings source, LakeSettings lake, ObjectStore objects, FolderRules rules) {
    this.source = source;
    this.lake = lake;
    this.objects = objects;
    this.rules = rules;
  }

  /**
   * Lists the folder and reads its files' footers.
   *
   * @throws RunFailure if the folder is not the completion's own, holds no Parquet file or one that
   *     cannot be read, mixes layouts of partitions, or holds other than the expected rows
   */
  public Plan plan(CompletedImport completion, LakeSession session, PlanRequest request) {
    String prefix = source.prefix() + rules.prefix(completion);
    if (!source.s3().endpoint().equals(lake.s3().endpoint())) {
      throw new FinalFailure(
          "The source is on another endpoint than the lake, so its objects cannot be copied on the"
              + " server's side; registration needs both on one. Set SOURCE_BUCKET_ENDPOINT, or use"
              + " the copy workflow.");
    }
    String folder = S3Uri.of(source.bucket(), prefix);
    Listed listed = list(prefix, folder);
    request.progress().accept("listed %,d files".formatted(listed.files().size()));
    // Nothing but footers is read of them, which take the threads that they need.
    session.threadsForCatalog();
    Footers footers = read(session, listed, folder, request);
    List<SourceFile> files = files(listed.files(), footers);
    return new Planning(session, folder, request)
        .plan(
            files,
            footers,
            new SourceSchema(Optional.empty(), partitionKeys(files, folder), Optional.empty()),
            completion.expectedRows());
  }

  private static List<String> partitionKeys(List<SourceFile> files, String folder) {
    SourceFile first = files.get(0);
    for (SourceFile file : files) {
      if (!file.partition().sameKeys(first.partition())) {
        throw new FinalFailure(
            ("The files in %s are partitioned differently: '%s' has the keys %s, '%s' has %s; nothing"
                    + " was copied. Correct the import upstream.")
                .formatted(
                    folder,
                    first.object().landedPath(),
                    first.partition().keys(),
                    file.object().landedPath(),
                    file.partition().keys()));
      }
    }
    return first.partition().keys();
  }

  /**
   * The Parquet files of a folder.
   *
   * @param whole whether the engine may read the folder by its prefix: nothing else lies there, and
   *     no key holds what it would take for a pattern or a query
   */
  private record Listed(List<PlannedObject> files, boolean whole) {}

  private Listed list(String prefix, String folder) {
    List<PlannedObject> listed = new ArrayList<>();
    boolean whole = PLAIN.matcher(folder).matches();
    Map<String, String> landedPaths = new HashMap<>();
    for (ObjectInfo object : objects.list(source.bucket(), prefix)) {
      if (!object.key().toLowerCase(Locale.ROOT).endsWith(".parquet")) {
        whole = false;
        continue;
      }
      whole &= object.key().indexOf('?') < 0;
      String path = object.key().substring(prefix.length());
      checkPath(path, folder);
      String landedPath = LandedPath.of(path);
      String other = landedPaths.put(landedPath, path);
      if (other != null) {
        throw new FinalFailure(
            "The objects '%s' and '%s' in %s would land under one key; nothing was copied."
                .formatted(other, path, folder));
      }
      listed.add(
          new PlannedObject(
              source.bucket(), object.key(), landedPath, object.size(), object.etag()));
    }
    if (listed.isEmpty()) {
      throw new FinalFailure(
          ("No prepared Parquet file was found under %s; the live table stays. Check that the import"
                  + " wrote its snapshot there and that it was not collected since.")
              .formatted(folder));
    }
    return new Listed(listed, whole);
  }

  private static void checkPath(String path, String folder) {
    for (String segment : path.split("/", -1)) {
      if (segment.isEmpty() || segment.equals(".") || segment.equals("..")) {
        throw new FinalFailure(
            "The object '%s' in %s has an empty or climbing path; nothing was copied."
                .formatted(path, folder));
      }
    }
  }

  private Footers read(LakeSession session, Listed listed, String folder, PlanRequest request) {
    int count = listed.files().size();
    try {
      Map<String, FooterMemory.Content> contents = new LinkedHashMap<>();
      listed.files().forEach(object -> contents.put(uri(object), FooterMemory.Content.of(object)));
      return Footers.read(
          session,
          listed.whole() ? Optional.of(folder) : Optional.empty(),
          contents,
          request.memory(),
          done -> request.progress().accept("read %,d of %,d footers".formatted(done, count)));
    } catch (FinalFailure e) {
      throw new FinalFailure(
          "A file in %s cannot be read as Parquet; nothing was copied and the live table stays: %s"
              .formatted(folder, e.getMessage()),
          e);
    }
  }

  private List<SourceFile> files(List<PlannedObject> listed, Footers footers) {
    Map<String, Footers.Footer> byUri = footers.files();
    List<SourceFile> files = new ArrayList<>(listed.size());
    for (PlannedObject object : listed) {
      Footers.Footer footer = byUri.get(uri(object));
      if (footer == null) {
        throw new IllegalStateException("No footer was read for " + uri(object));
      }
      files.add(
          SourceFile.whole(
              object,
              uri(object),
              footer.rows(),
              footer.signature(),
              HivePath.of(object.landedPath())));
    }
    return files;
  }

  private String uri(PlannedObject object) {
    return S3Uri.of(source.bucket(), object.sourceKey());
  }
}
