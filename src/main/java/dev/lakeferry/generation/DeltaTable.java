package dev.lakeferry.generation;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.lake.Column;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.Quote;
import dev.lakeferry.objects.ObjectInfo;
import dev.lakeferry.objects.ObjectStore;
import dev.lakeferry.settings.LakeSettings;
import dev.lakeferry.settings.SourceSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Plans a generation from a Delta table at one pinned version. A table's folder also holds files
 * that the table has left behind, so the log decides which are part of it, never a listing.
 */
public final class DeltaTable {
  private static final Pattern SCHEME = Pattern.compile("\\G[A-Za-z][A-Za-z0-9+.-]*://");

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

  /** An active file, as the log and a scan of the pinned version tell of it. */
  private record ActiveFile(String uri, boolean deletes, long rows, List<String> partition) {}

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
    List<ActiveFile> active = active(session, delta, columns, metadata.partitionColumns());
    refuseUnreadPartitions(delta, metadata, active);
    Footers footers =
        Footers.read(
            session,
            active.stream().map(ActiveFile::uri).toList(),
            done ->
                request
                    .progress()
                    .accept("read %,d of %,d footers".formatted(done, active.size())));
    List<SourceFile> files =
        new DeltaLayout(session, place, columns, metadata.partitionColumns())
            .files(
                active.stream()
                    .map(
                        file ->
                            new DeltaLayout.Located(
                                file.uri(), file.rows(), file.partition(), reason(file, metadata)))
                    .toList(),
                footers,
                listed(place, active));
    return new Planning(session, place.bucket(), place.uri(), request)
        .plan(
            files,
            footers,
            new SourceSchema(Optional.of(columns), metadata.partitionColumns(), Optional.of(delta)),
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

  /** Files without rows left are not among the scanned ones; they need not be landed. */
  private static List<ActiveFile> active(
      LakeSession session, DeltaVersion delta, List<Column> columns, List<String> keys) {
    Set<String> withDeletes = new HashSet<>();
    session.query(
        "SELECT data_file, have_deletes FROM delta_list_files(?, version => %d)"
            .formatted(delta.version()),
        row -> {
          refuseAbsolute(delta, row.getString(1));
          return row.getBoolean(2) ? withDeletes.add(row.getString(1)) : null;
        },
        delta.uri());
    String values =
        keys.stream()
            .map(key -> "CAST(%s AS VARCHAR)".formatted(Quote.name(key)))
            .collect(Collectors.joining(", "));
    return session.query(
        """
        SELECT filename, count(*), CAST([%s] AS VARCHAR[])
        FROM %s
        GROUP BY ALL
        ORDER BY filename
        """
            .formatted(values, delta.scan()),
        row -> {
          List<String> partition = new ArrayList<>();
          for (Object value : (Object[]) row.getArray(3).getArray()) {
            partition.add((String) value);
          }
          return new ActiveFile(
              row.getString(1), withDeletes.contains(row.getString(1)), row.getLong(2), partition);
        },
        delta.uri());
  }

  /** DuckDB's delta extension (1.5.5) takes an absolute path for one below the table's folder. */
  private static void refuseAbsolute(DeltaVersion delta, String uri) {
    if (uri.startsWith(delta.uri()) && SCHEME.matcher(uri).find(delta.uri().length())) {
      throw new FinalFailure(
          ("The Delta table %s is made of files outside its folder, such as %s, as a shallow clone is;"
                  + " the engine cannot read these. Nothing was copied and the live table stays. Make"
                  + " the table a deep clone, or rewrite it upstream.")
              .formatted(delta, uri.substring(delta.uri().length())));
    }
  }

  /**
   * DuckDB's delta extension (1.5.5) reads every partition column of a table with column mapping as
   * NULL, while the log has its values; a check against the same scan would never see that.
   */
  private static void refuseUnreadPartitions(
      DeltaVersion delta, DeltaLog.Metadata metadata, List<ActiveFile> active) {
    if (metadata.columnMapping().equals("none") || active.isEmpty()) {
      return;
    }
    for (int k = 0; k < metadata.partitionColumns().size(); k++) {
      int key = k;
      if (active.stream().allMatch(file -> file.partition().get(key) == null)) {
        throw new FinalFailure(
            ("The Delta table %s maps its columns by %s, and the engine reads its partition column"
                    + " '%s' as NULL in every file, which it does wrongly for such tables; nothing was"
                    + " copied and the live table stays. Write the table without column mapping or"
                    + " without partitions.")
                .formatted(delta, metadata.columnMapping(), metadata.partitionColumns().get(key)));
      }
    }
  }

  private Optional<String> reason(ActiveFile file, DeltaLog.Metadata metadata) {
    if (!metadata.columnMapping().equals("none")) {
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

  /** Size and ETag of the active files, by URI; one of them may lie outside the table's folder. */
  private Map<String, ObjectInfo> listed(DeltaPlace place, List<ActiveFile> active) {
    Set<String> wanted = active.stream().map(ActiveFile::uri).collect(Collectors.toSet());
    Map<String, ObjectInfo> listed = new HashMap<>();
    for (ObjectInfo object : objects.list(place.bucket(), place.prefix())) {
      String uri = "s3://" + place.bucket() + "/" + object.key();
      if (wanted.contains(uri)) {
        listed.put(uri, object);
      }
    }
    String bucket = "s3://" + place.bucket() + "/";
    for (String uri : wanted) {
      if (!listed.containsKey(uri) && uri.startsWith(bucket)) {
        String key = uri.substring(bucket.length());
        objects
            .head(place.bucket(), key)
            .ifPresent(
                head -> listed.put(uri, new ObjectInfo(key, head.size(), head.etag(), null)));
      }
    }
    return listed;
  }
}
