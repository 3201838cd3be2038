package dev.lakeferry.generation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.generation.Checkpoints.Checkpoint;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.objects.ObjectInfo;
import dev.lakeferry.objects.ObjectStore;
import dev.lakeferry.objects.S3Uri;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What stands in a table's {@code _delta_log/}: which versions there are, and the two things that
 * DuckDB's functions do not tell, the order of the partition columns and the column mapping.
 *
 * @see <a href="https://github.com/delta-io/delta/blob/master/PROTOCOL.md">the Delta protocol</a>
 */
final class DeltaLog {
  private static final Pattern COMMIT = Pattern.compile("(\\d{20})\\.json");
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String folder;
  private final TreeMap<Long, String> commits = new TreeMap<>();
  private final Checkpoints checkpoints = new Checkpoints();

  private DeltaLog(String folder) {
    this.folder = folder;
  }

  /** Lists the log of a table; a table that is not there has an empty one. */
  static DeltaLog list(ObjectStore objects, String bucket, String prefix) {
    DeltaLog log = new DeltaLog(S3Uri.of(bucket, prefix + "_delta_log/"));
    for (ObjectInfo object : objects.list(bucket, prefix + "_delta_log/")) {
      String name = object.key().substring(object.key().lastIndexOf('/') + 1);
      Matcher commit = COMMIT.matcher(name);
      if (commit.matches()) {
        log.commits.put(Long.parseLong(commit.group(1)), name);
      } else {
        log.checkpoints.add(name);
      }
    }
    return log;
  }

  /** The newest version; empty while the table is not there. */
  Optional<Long> newestVersion() {
    TreeSet<Long> versions = new TreeSet<>(commits.keySet());
    checkpoints.newestVersion().ifPresent(versions::add);
    return versions.isEmpty() ? Optional.empty() : Optional.of(versions.last());
  }

  /**
   * The table's metadata action.
   *
   * @param partitionColumns in the table's order
   * @param columnMapping {@code none}, {@code name} or {@code id}
   * @param fields in the table's order
   */
  record Metadata(List<String> partitionColumns, String columnMapping, List<DeltaField> fields) {
    boolean mapped() {
      return !columnMapping.equals("none");
    }

    DeltaField field(String name) {
      return fields.stream()
          .filter(field -> field.name().equalsIgnoreCase(name))
          .findFirst()
          .orElseThrow(
              () -> new FinalFailure("The Delta log's schema has no column '%s'.".formatted(name)));
    }
  }

  /** Reads the newest metadata action up to a version. */
  Metadata metadata(LakeSession session, long version) {
    Optional<Checkpoint> checkpoint =
        Stream.of(checkpoints.classic(version), checkpoints.named(version))
            .flatMap(Optional::stream)
            .filter(found -> found.files().get(0).endsWith(".parquet"))
            .max(Comparator.comparing(Checkpoint::version));
    List<String> after =
        commits
            .subMap(checkpoint.map(Checkpoint::version).orElse(0L), true, version, true)
            .descendingMap()
            .values()
            .stream()
            .map(name -> folder + name)
            .toList();
    return inCommits(session, after)
        .or(() -> checkpoint.flatMap(found -> inCheckpoint(session, found)))
        .orElseThrow(
            () ->
                new FinalFailure(
                    "The Delta log %s tells no metadata up to version %d; the live table stays."
                        .formatted(folder, version)));
  }

  /**
   * What tells the files of a version.
   *
   * @param checkpoint the Parquet files of the newest checkpoint; none if there is none
   * @param commits every commit after it, by version
   */
  record Segment(List<String> checkpoint, List<String> commits) {}

  /**
   * The newest checkpoint up to a version and all commits after it.
   *
   * @throws FinalFailure if commits are missing, or are only in a checkpoint of version 2
   */
  Segment segment(long version) {
    Optional<Checkpoint> checkpoint = checkpoints.classic(version);
    long first = checkpoint.map(found -> found.version() + 1).orElse(0L);
    SortedMap<Long, String> after =
        first > version ? new TreeMap<>() : commits.subMap(first, true, version, true);
    if (after.size() != version - first + 1) {
      throw checkpoints
          .named(version)
          .map(found -> withSidecars(found.files().get(0)))
          .orElseGet(
              () ->
                  new FinalFailure(
                      "The Delta log %s lacks commits up to version %d; the live table stays. Restore them upstream."
                          .formatted(folder, version)));
    }
    return new Segment(
        checkpoint.map(Checkpoint::files).orElse(List.of()).stream()
            .map(name -> folder + name)
            .toList(),
        after.values().stream().map(name -> folder + name).toList());
  }

  /** Why a table is refused whose log this service reads itself. */
  FinalFailure withSidecars(String name) {
    return new FinalFailure(
        ("The Delta table's files stand in a checkpoint of version 2 (%s), whose sidecars are not read"
                + " for a table that the engine misreads: one with files outside its folder, with"
                + " column mapping and partitions, or with a column 'filename'. Nothing was copied and"
                + " the live table stays. Write a classic checkpoint upstream"
                + " (delta.checkpointPolicy = classic), or make the table a deep clone.")
            .formatted(name.startsWith(folder) ? name : folder + name));
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

  private Optional<Metadata> inCheckpoint(LakeSession session, Checkpoint checkpoint) {
    List<String> files = checkpoint.files().stream().map(name -> folder + name).toList();
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
          action.path("configuration").path("delta.columnMapping.mode").asText("none"),
          fields(JSON.readTree(action.path("schemaString").asText("{}"))));
    } catch (JsonProcessingException e) {
      throw new FinalFailure("The metadata in the Delta log cannot be read: " + e.getMessage(), e);
    }
  }

  private static List<DeltaField> fields(JsonNode schema) {
    List<DeltaField> fields = new ArrayList<>();
    for (JsonNode field : schema.path("fields")) {
      String name = field.path("name").asText();
      JsonNode metadata = field.path("metadata");
      JsonNode id = metadata.path("delta.columnMapping.id");
      fields.add(
          new DeltaField(
              name,
              metadata.path("delta.columnMapping.physicalName").asText(name),
              id.isNumber() ? id.asInt() : null,
              field.path("type").isObject()));
    }
    return fields;
  }
}
