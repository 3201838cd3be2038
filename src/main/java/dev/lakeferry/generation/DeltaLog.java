package dev.lakeferry.generation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.objects.ObjectInfo;
import dev.lakeferry.objects.ObjectStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What stands in a table's {@code _delta_log/}: which versions there are, and the two things that
 * DuckDB's functions do not tell, the order of the partition columns and the column mapping.
 *
 * @see <a href="https://github.com/delta-io/delta/blob/master/PROTOCOL.md">the Delta protocol</a>
 */
final class DeltaLog {
  private static final Pattern COMMIT = Pattern.compile("(\\d{20})\\.json");
  private static final Pattern CHECKPOINT = Pattern.compile("(\\d{20})\\.checkpoint\\..*parquet");
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String folder;
  private final TreeMap<Long, String> commits = new TreeMap<>();
  private final TreeMap<Long, List<String>> checkpoints = new TreeMap<>();

  private DeltaLog(String folder) {
    this.folder = folder;
  }

  /** Lists the log of a table; a table that is not there has an empty one. */
  static DeltaLog list(ObjectStore objects, String bucket, String prefix) {
    DeltaLog log = new DeltaLog("s3://" + bucket + "/" + prefix + "_delta_log/");
    for (ObjectInfo object : objects.list(bucket, prefix + "_delta_log/")) {
      String name = object.key().substring(object.key().lastIndexOf('/') + 1);
      Matcher commit = COMMIT.matcher(name);
      Matcher checkpoint = CHECKPOINT.matcher(name);
      if (commit.matches()) {
        log.commits.put(Long.parseLong(commit.group(1)), name);
      } else if (checkpoint.matches()) {
        log.checkpoints
            .computeIfAbsent(Long.parseLong(checkpoint.group(1)), v -> new ArrayList<>())
            .add(name);
      }
    }
    return log;
  }

  /** The newest version; empty while the table is not there. */
  Optional<Long> newestVersion() {
    TreeSet<Long> versions = new TreeSet<>(commits.keySet());
    versions.addAll(checkpoints.keySet());
    return versions.isEmpty() ? Optional.empty() : Optional.of(versions.last());
  }

  /**
   * The table's metadata action.
   *
   * @param partitionColumns in the table's order
   * @param columnMapping {@code none}, {@code name} or {@code id}
   */
  record Metadata(List<String> partitionColumns, String columnMapping) {}

  /** Reads the newest metadata action up to a version. */
  Metadata metadata(LakeSession session, long version) {
    Long checkpoint = checkpoints.floorKey(version);
    List<String> after =
        commits
            .subMap(checkpoint == null ? 0 : checkpoint, true, version, true)
            .descendingMap()
            .values()
            .stream()
            .map(name -> folder + name)
            .toList();
    return inCommits(session, after)
        .or(() -> checkpoint == null ? Optional.empty() : inCheckpoint(session, checkpoint))
        .orElseThrow(
            () ->
                new FinalFailure(
                    "The Delta log %s tells no metadata up to version %d; the live table stays."
                        .formatted(folder, version)));
  }

  private static Optional<Metadata> inCommits(LakeSession session, List<String> files) {
    if (files.isEmpty()) {
      return Optional.empty();
    }
    // Each thread takes twice the largest object's size at once: the bound keeps that small, and no
    // action of a real table is near it.
    return session
        .first(
            """
            SELECT "metaData"
            FROM read_json(
              ?,
              format = 'newline_delimited',
              columns = {"metaData": 'JSON'},
              filename = true,
              maximum_object_size = 8388608)
            WHERE "metaData" IS NOT NULL
            ORDER BY filename DESC
            LIMIT 1
            """,
            row -> row.getString(1),
            files)
        .map(DeltaLog::parse);
  }

  private Optional<Metadata> inCheckpoint(LakeSession session, long version) {
    List<String> files = checkpoints.get(version).stream().map(name -> folder + name).toList();
    return session
        .first(
            """
            SELECT to_json("metaData")
            FROM read_parquet(?, union_by_name = true)
            WHERE "metaData" IS NOT NULL
            LIMIT 1
            """,
            row -> row.getString(1),
            files)
        .map(DeltaLog::parse);
  }

  private static Metadata parse(String json) {
    try {
      JsonNode action = JSON.readTree(json);
      List<String> partitionColumns = new ArrayList<>();
      action.path("partitionColumns").forEach(column -> partitionColumns.add(column.asText()));
      return new Metadata(
          partitionColumns,
          action.path("configuration").path("delta.columnMapping.mode").asText("none"));
    } catch (JsonProcessingException e) {
      throw new FinalFailure("The metadata in the Delta log cannot be read: " + e.getMessage(), e);
    }
  }
}
