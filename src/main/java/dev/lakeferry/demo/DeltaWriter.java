package dev.lakeferry.demo;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Commits Parquet files that are there already to Delta tables.
 *
 * @see <a href="https://github.com/delta-io/delta/blob/master/PROTOCOL.md">the Delta protocol</a>
 */
final class DeltaWriter {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final S3Client s3;
  private final String bucket;
  private final String prefix;

  /**
   * Takes where the tables lie.
   *
   * @param prefix what stands before their folders: empty, or with a slash at its end
   */
  DeltaWriter(S3Client s3, String bucket, String prefix) {
    this.s3 = s3;
    this.bucket = bucket;
    this.prefix = prefix;
  }

  /**
   * Writes one commit; a table that a version after 0 is written to has the versions before it.
   *
   * @param folder of the table, ending in a slash
   * @param files whose paths need no percent encoding
   */
  void commit(String folder, SampleDelta delta, List<SampleFile> files) {
    List<ObjectNode> actions = new ArrayList<>();
    if (delta.version() == 0) {
      actions.add(protocol());
      actions.add(metadata(folder, delta));
    }
    delta.replaced().forEach(path -> actions.add(remove(path)));
    files.forEach(file -> actions.add(add(folder, delta, file)));
    StringBuilder lines = new StringBuilder();
    actions.forEach(action -> lines.append(action).append('\n'));
    s3.putObject(
        put ->
            put.bucket(bucket)
                .key("%s%s_delta_log/%020d.json".formatted(prefix, folder, delta.version())),
        RequestBody.fromString(lines.toString()));
  }

  private static ObjectNode protocol() {
    ObjectNode action = JSON.createObjectNode();
    action.putObject("protocol").put("minReaderVersion", 1).put("minWriterVersion", 2);
    return action;
  }

  private static ObjectNode metadata(String folder, SampleDelta delta) {
    ObjectNode action = JSON.createObjectNode();
    ObjectNode metadata = action.putObject("metaData");
    metadata.put("id", folder);
    ObjectNode format = metadata.putObject("format");
    format.put("provider", "parquet");
    format.putObject("options");
    metadata.put("schemaString", schema(delta).toString());
    ArrayNode partitionColumns = metadata.putArray("partitionColumns");
    delta.partitionColumns().forEach(partitionColumns::add);
    metadata.putObject("configuration");
    metadata.put("createdTime", 0);
    return action;
  }

  private static ObjectNode schema(SampleDelta delta) {
    ObjectNode schema = JSON.createObjectNode().put("type", "struct");
    ArrayNode fields = schema.putArray("fields");
    for (SampleDelta.Field column : delta.columns()) {
      ObjectNode field = fields.addObject();
      field.put("name", column.name()).put("type", column.type()).put("nullable", true);
      field.putObject("metadata");
    }
    return schema;
  }

  private static ObjectNode remove(String path) {
    ObjectNode action = JSON.createObjectNode();
    action
        .putObject("remove")
        .put("path", path)
        .put("deletionTimestamp", 0)
        .put("dataChange", true);
    return action;
  }

  private ObjectNode add(String folder, SampleDelta delta, SampleFile file) {
    ObjectNode action = JSON.createObjectNode();
    ObjectNode add = action.putObject("add").put("path", file.path());
    ObjectNode values = add.putObject("partitionValues");
    for (String column : delta.partitionColumns()) {
      values.put(column, SampleDelta.partitionValue(file.path(), column));
    }
    add.put(
        "size",
        s3.headObject(head -> head.bucket(bucket).key(prefix + folder + file.path()))
            .contentLength());
    add.put("modificationTime", 0).put("dataChange", true);
    add.put("stats", JSON.createObjectNode().put("numRecords", file.rows()).toString());
    return action;
  }
}
