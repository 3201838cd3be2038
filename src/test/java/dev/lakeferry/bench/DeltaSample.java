package dev.lakeferry.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** A Delta table of 5 million rows and 10 columns in 32 files, the same each time. */
final class DeltaSample {
  static final int FILES = 32;
  static final int ROWS = 5_000_000;

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Map<String, String> COLUMNS = new LinkedHashMap<>();

  static {
    COLUMNS.put("id", "long");
    COLUMNS.put("customer", "string");
    COLUMNS.put("email", "string");
    COLUMNS.put("amount", "decimal(12,2)");
    COLUMNS.put("status", "string");
    COLUMNS.put("created", "timestamp");
    COLUMNS.put("day", "date");
    COLUMNS.put("score", "double");
    COLUMNS.put("country", "string");
    COLUMNS.put("paid", "boolean");
  }

  private final BenchStack stack;
  private long bytes;

  DeltaSample(BenchStack stack) throws SQLException {
    this.stack = stack;
    generate();
  }

  /** Of all files. */
  long bytes() {
    return bytes;
  }

  static String uri(String folder) {
    return "s3://%s/%s/".formatted(BenchStack.SOURCE, folder);
  }

  private void generate() throws SQLException {
    List<ObjectNode> actions = new ArrayList<>();
    ObjectNode protocol = JSON.createObjectNode();
    protocol.putObject("protocol").put("minReaderVersion", 1).put("minWriterVersion", 2);
    actions.add(protocol);
    actions.add(metadata());
    try (BareDuck duck = new BareDuck(stack, new Properties())) {
      duck.execute("SET TimeZone = 'UTC'");
      for (int file = 0; file < FILES; file++) {
        String path = "part-%05d.snappy.parquet".formatted(file);
        duck.execute(
            "COPY (%s) TO '%s' (FORMAT parquet)".formatted(rows(file), uri("base") + path));
        long size = stack.objects().size("base/" + path);
        actions.add(add(path, size));
        bytes += size;
      }
    }
    StringBuilder log = new StringBuilder();
    actions.forEach(action -> log.append(action).append('\n'));
    stack
        .objects()
        .put(
            "base/_delta_log/%020d.json".formatted(0),
            log.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static ObjectNode metadata() {
    ObjectNode schema = JSON.createObjectNode().put("type", "struct");
    ArrayNode fields = schema.putArray("fields");
    COLUMNS.forEach(
        (name, type) ->
            fields
                .addObject()
                .put("name", name)
                .put("type", type)
                .put("nullable", true)
                .putObject("metadata"));
    ObjectNode action = JSON.createObjectNode();
    ObjectNode metadata = action.putObject("metaData");
    metadata.put("id", "bench").put("schemaString", schema.toString()).put("createdTime", 0);
    metadata.putObject("format").put("provider", "parquet").putObject("options");
    metadata.putArray("partitionColumns");
    metadata.putObject("configuration");
    return action;
  }

  private static ObjectNode add(String path, long size) {
    ObjectNode action = JSON.createObjectNode();
    ObjectNode add = action.putObject("add").put("path", path);
    add.putObject("partitionValues");
    add.put("size", size).put("modificationTime", 0).put("dataChange", true);
    return action;
  }

  private static String rows(int file) {
    long rows = ROWS / FILES;
    return """
        SELECT
          n AS id,
          'cus_' || hash(n) AS customer,
          CASE WHEN n %% 7 <> 0 THEN 'user' || n %% 99991 || '@example.com' END AS email,
          CAST((n * 7919 %% 1000000) / 100.0 AS DECIMAL(12, 2)) AS amount,
          ['open', 'paid', 'void', 'draft'][1 + n %% 4] AS status,
          TIMESTAMPTZ '2026-01-01 00:00:00+00' + to_seconds(n) AS created,
          DATE '2026-01-01' + CAST(n %% 365 AS INTEGER) AS day,
          hash(n + 1) / 1e19 AS score,
          ['DE', 'FR', 'IT', 'ES', 'PT'][1 + n %% 5] AS country,
          n %% 3 = 0 AS paid
        FROM range(%d, %d) AS numbers(n)
        """
        .formatted(file * rows, (file + 1) * rows);
  }

  /**
   * Copies the table into a folder that nobody has read from, so that no cache of a reader knows
   * it.
   */
  void copyTo(String folder) {
    stack.objects().copyAll("base/", folder + "/");
  }

  /** Removes such a copy. */
  void delete(String folder) {
    stack.objects().delete(BenchStack.SOURCE, folder + "/");
  }
}
