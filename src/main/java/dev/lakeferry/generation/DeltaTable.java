package dev.lakeferry.generation;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.lake.Column;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.objects.ObjectInfo;
import dev.lakeferry.objects.ObjectStore;
import dev.lakeferry.settings.LakeSettings;
import dev.lakeferry.settings.SourceSettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Plans a generation from a Delta table at one pinned version. A table's folder also holds files
 * that the table has left behind, so the log decides which are part of it, never a listing.
 */
public final class DeltaTable {
  private final SourceSettings source;
  private final LakeSettings lake;
  private final ObjectStore objects;

  /**
   * Takes the source and the means to list it.
   *
   * @param objects a client of the source's endpoint
   */
  public DeltaTable(SourceSettings source, LakeSettings lake, ObjectStore objects) {
    this.source = source;
    this.lake = lake;
    this.objects = objects;
  }

  /**
   * Pins the version and reads log and footers.
   *
   * @param place the table's folder
   * @param version the one that the completion names, or null for the newest
   * @param expectedRows what upstream counted, or null
   * @throws RetryableFailure of the kind REBUILDING while the table is not there
   */
  public Plan plan(
      DeltaPlace place, Long version, Long expectedRows, LakeSession session, PlanRequest request) {
    DeltaLog log = DeltaLog.list(objects, place.bucket(), place.prefix());
    long pinned =
        version != null ? version : log.newestVersion().orElseThrow(() -> rebuilding(place));
    DeltaVersion delta = new DeltaVersion(place.uri(), pinned);
    session.readDelta();
    request.progress().accept("reading " + delta);
    List<Column> columns = columns(session, delta);
    DeltaLog.Metadata metadata = log.metadata(session, pinned);
    DeltaReading.Found found =
        new DeltaReading(session, place, delta, columns)
            .find(log, metadata, request.memory().knowsAny());
    List<String> uris = found.files().stream().map(ActiveFile::uri).toList();
    Map<String, ObjectInfo> located = new SourceObjects(objects).find(uris);
    Map<String, FooterMemory.Content> contents = new LinkedHashMap<>();
    uris.forEach(
        uri -> {
          ObjectInfo object = located.get(uri);
          contents.put(uri, new FooterMemory.Content(object.size(), object.etag()));
        });
    Footers footers =
        Footers.read(
            session,
            Optional.empty(),
            contents,
            request.memory(),
            done ->
                request.progress().accept("read %,d of %,d footers".formatted(done, uris.size())));
    Map<String, Footers.Footer> byUri = footers.files();
    List<SourceFile> files =
        new DeltaLayout(session, place, columns, metadata.partitionColumns())
            .files(
                found.files().stream()
                    .map(
                        file ->
                            new DeltaLayout.Located(
                                file.uri(),
                                file.rows(byUri.get(file.uri()).rows()),
                                file.partition(),
                                reason(file, metadata)))
                    .toList(),
                byUri,
                located);
    return new Planning(session, place.uri(), request)
        .plan(
            files,
            footers,
            new SourceSchema(
                Optional.of(columns), metadata.partitionColumns(), Optional.of(found.rows())),
            expectedRows);
  }

  private static RetryableFailure rebuilding(DeltaPlace place) {
    return new RetryableFailure(
        RetryableFailure.Cause.REBUILDING,
        "The Delta table %s has no files in its log; it may be being rebuilt, so it is looked at again."
            .formatted(place.uri()),
        null);
  }

  private static List<Column> columns(LakeSession session, DeltaVersion delta) {
    try {
      return session.query("DESCRIBE SELECT * FROM " + delta.scan(), Column.DESCRIBED, delta.uri());
    } catch (FinalFailure e) {
      if (e.getMessage().contains("No files in log segment")) {
        throw new RetryableFailure(
            RetryableFailure.Cause.REBUILDING,
            "%s: no files in log segment; it may be being rebuilt, so it is looked at again."
                .formatted(delta),
            e);
      }
      throw new FinalFailure(
          "The Delta table %s cannot be read; the live table stays: %s"
              .formatted(delta, e.getMessage()),
          e);
    }
  }

  private Optional<String> reason(ActiveFile file, DeltaLog.Metadata metadata) {
    if (metadata.mapped()) {
      return Optional.of("the table maps its columns by " + metadata.columnMapping());
    }
    if (file.deletes()) {
      return Optional.of("it has a deletion vector");
    }
    if (!source.s3().endpoint().equals(lake.s3().endpoint())) {
      return Optional.of("the source is on another endpoint than the lake");
    }
    return Optional.empty();
  }
}
