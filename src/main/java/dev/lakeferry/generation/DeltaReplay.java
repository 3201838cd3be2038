package dev.lakeferry.generation;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.lake.Column;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.Quote;
import dev.lakeferry.lake.TextList;
import java.sql.ResultSet;
import java.sql.SQLException;
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
 * The files of a version, by the log itself: of all actions on one path and deletion vector the
 * newest stands ("Action Reconciliation" of the Delta protocol).
 */
final class DeltaReplay {
  private static final Pattern OFFSET = Pattern.compile("(?s).*(Z|[+-]\\d{2}(:?\\d{2})?)");

  private static final String VECTOR =
      "STRUCT(\"storageType\" VARCHAR, \"pathOrInlineDv\" VARCHAR, \"offset\" INTEGER,"
          + " \"sizeInBytes\" INTEGER, cardinality BIGINT)";

  // A commit's number is the name of its file; an action of a checkpoint is older than any commit.
  private static final String COMMITS =
      """
      SELECT
        parse_filename(filename) AS version,
        "add" IS NOT NULL AS active,
        coalesce("add".path, "remove".path) AS path,
        "add"."partitionValues" AS partition,
        coalesce("add"."deletionVector", "remove"."deletionVector") AS vector
      FROM read_json(
        ?,
        format = 'newline_delimited',
        columns = {
          "add": 'STRUCT(path VARCHAR, "partitionValues" MAP(VARCHAR, VARCHAR), "deletionVector" %1$s)',
          "remove": 'STRUCT(path VARCHAR, "deletionVector" %1$s)'},
        filename = true,
        maximum_object_size = 8388608)
      WHERE "add" IS NOT NULL
        OR "remove" IS NOT NULL
      """
          .formatted(VECTOR);

  private final LakeSession session;
  private final DeltaPaths paths;
  private final DeltaLog.Metadata metadata;

  DeltaReplay(LakeSession session, DeltaPlace place, DeltaLog.Metadata metadata) {
    this.session = session;
    this.paths = new DeltaPaths(place);
    this.metadata = metadata;
  }

  private record Action(String path, List<String> texts, Optional<DeletionVector> vector) {
    boolean outside() {
      return DeltaPaths.absolute(path)
          || vector.filter(found -> found.storageType().equals("p")).isPresent();
    }
  }

  /**
   * The active files.
   *
   * @param columns of the table, with types
   * @throws FinalFailure if the log cannot be read, or its values are none of the columns' types
   */
  LoggedFiles files(DeltaLog log, long version, List<Column> columns) {
    DeltaLog.Segment segment = log.segment(version);
    List<Action> actions = actions(log, segment);
    List<Map<String, String>> values = new ArrayList<>();
    for (int k = 0; k < metadata.partitionColumns().size(); k++) {
      values.add(values(metadata.partitionColumns().get(k), k, actions, columns));
    }
    Set<String> uris = new HashSet<>();
    List<LoggedFile> files = new ArrayList<>(actions.size());
    for (Action action : actions) {
      String uri = paths.uri(action.path());
      if (!uris.add(uri)) {
        throw new FinalFailure(
            ("The Delta log names the file %s twice, with different deleted rows; nothing was"
                    + " copied and the live table stays. Rewrite the table upstream.")
                .formatted(uri));
      }
      List<String> partition = new ArrayList<>();
      for (int k = 0; k < values.size(); k++) {
        partition.add(values.get(k).get(action.texts().get(k)));
      }
      files.add(new LoggedFile(uri, partition, action.vector()));
    }
    return new LoggedFiles(files, actions.stream().anyMatch(Action::outside));
  }

  private List<Action> actions(DeltaLog log, DeltaLog.Segment segment) {
    List<String> sources = new ArrayList<>();
    List<Object> parameters = new ArrayList<>();
    if (!segment.commits().isEmpty()) {
      sources.add(COMMITS);
      parameters.add(segment.commits());
    }
    if (!segment.checkpoint().isEmpty()) {
      sources.add(checkpoint(log, segment.checkpoint()));
      parameters.add(segment.checkpoint());
    }
    String texts =
        metadata.partitionColumns().stream()
            .map(name -> Quote.text(metadata.field(name).physicalName()))
            .map("map_extract_value(partition, %s)"::formatted)
            .collect(Collectors.joining(", "));
    return session.query(
        """
        SELECT
          path,
          %s,
          vector."storageType",
          vector."pathOrInlineDv",
          vector."offset",
          vector."sizeInBytes",
          vector.cardinality
        FROM (
        %s) AS action
        QUALIFY row_number() OVER (
          PARTITION BY path, vector."storageType", vector."pathOrInlineDv", vector."offset"
          ORDER BY version DESC, active DESC) = 1
          AND active
        ORDER BY path
        """
            .formatted(TextList.sql("[" + texts + "]"), String.join("\nUNION ALL\n", sources)),
        row -> new Action(row.getString(1), TextList.read(row, 2), vector(row)),
        parameters.toArray());
  }

  private static Optional<DeletionVector> vector(ResultSet row) throws SQLException {
    if (row.getString(3) == null) {
      return Optional.empty();
    }
    int offset = row.getInt(5);
    return Optional.of(
        new DeletionVector(
            row.getString(3),
            row.getString(4),
            row.wasNull() ? null : offset,
            row.getInt(6),
            row.getLong(7)));
  }

  private String checkpoint(DeltaLog log, List<String> files) {
    Map<String, String> columns = new HashMap<>();
    session.query(
        "DESCRIBE SELECT * FROM read_parquet(?, union_by_name = true)",
        row -> columns.put(row.getString(1), row.getString(2)),
        files);
    if (columns.containsKey("sidecar")
        && session.number(
                """
                SELECT count(*)
                FROM read_parquet(?, union_by_name = true)
                WHERE sidecar.path IS NOT NULL
                """,
                files)
            > 0) {
      throw log.withSidecars(files.get(0));
    }
    // The struct's fields are taken by their names; older checkpoints do not have it.
    boolean vectors = columns.getOrDefault("add", "").contains("deletionVector");
    return """
    SELECT
      '' AS version,
      true AS active,
      "add".path AS path,
      "add"."partitionValues" AS partition,
      CAST(%s AS %s) AS vector
    FROM read_parquet(?, union_by_name = true)
    WHERE "add".path IS NOT NULL
    """
        .formatted(vectors ? "\"add\".\"deletionVector\"" : "NULL", VECTOR);
  }

  /** How the engine writes each text of a partition column once it is a value of its type. */
  private Map<String, String> values(
      String key, int index, List<Action> actions, List<Column> columns) {
    String type = Column.find(columns, key).orElseThrow().type();
    Map<String, String> values = new HashMap<>();
    List<String> texts =
        actions.stream()
            .map(action -> action.texts().get(index))
            // The protocol: an empty text of any type is no value.
            .filter(text -> text != null && !text.isEmpty())
            .distinct()
            .toList();
    if (texts.isEmpty()) {
      return values;
    }
    try {
      session.query(
          "SELECT t, CAST(%s AS VARCHAR) FROM (SELECT unnest(?) AS t, unnest(?) AS v)"
              .formatted(type.equals("BLOB") ? "encode(v)" : "CAST(v AS %s)".formatted(type)),
          row -> values.put(row.getString(1), row.getString(2)),
          texts,
          texts.stream().map(text -> inUtc(type, text)).toList());
    } catch (FinalFailure e) {
      throw new FinalFailure(
          ("The Delta log has a value of the partition column '%s' that is no %s; nothing was"
                  + " copied and the live table stays: %s")
              .formatted(key, type, e.getMessage()),
          e);
    }
    return values;
  }

  /** The log's timestamps without an offset are in UTC. */
  private static String inUtc(String type, String text) {
    return type.equals("TIMESTAMP WITH TIME ZONE")
            && !OFFSET.matcher(text.substring(Math.min(10, text.length()))).matches()
        ? text + "+00"
        : text;
  }
}
