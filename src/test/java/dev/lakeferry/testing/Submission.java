package dev.lakeferry.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lakeferry.completion.CompletedImport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;

/** A completion in the making: the ordinary one of the case file, with some columns changed. */
public final class Submission {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final AtomicInteger COUNT = new AtomicInteger();

  private final ObjectNode columns;

  private Submission(ObjectNode columns) {
    this.columns = columns;
  }

  /** The ordinary import, with what a case says laid over it. */
  public static Submission ofCase(String name) {
    ObjectNode merged = caseLine("ordinary import").withObject("/completion").deepCopy();
    JsonNode completion = caseLine(name).path("completion");
    completion.properties().forEach(entry -> merged.set(entry.getKey(), entry.getValue()));
    return new Submission(merged);
  }

  /** An ordinary import of a source schema, a job and a table that no other test has. */
  public static Submission fresh() {
    int number = COUNT.incrementAndGet();
    return ofCase("ordinary import")
        .schema("0190a000-0000-7000-9000-%012x".formatted(number))
        .with("name", "fresh_" + number)
        .with("job_id", "job-" + number);
  }

  private static ObjectNode caseLine(String name) {
    try (var lines = Submission.class.getResourceAsStream("/cases/completions.jsonl")) {
      for (String line : new String(lines.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
        JsonNode node = JSON.readTree(line);
        if (node.path("case").asText().equals(name)) {
          return (ObjectNode) node;
        }
      }
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw new IllegalArgumentException("No such case: " + name);
  }

  /** With a column changed; the name is the inbox's. */
  public Submission with(String column, Object value) {
    ObjectNode changed = columns.deepCopy();
    changed.set(column, JSON.valueToTree(value));
    return new Submission(changed);
  }

  /** A later generation of the same source schema, by another job into another folder. */
  public Submission newer(String name) {
    return with("job_id", columns.get("job_id").asText() + "-" + name)
        .with("prepared_folder", name)
        .with("finished_at", "2026-01-08T00:00:00Z");
  }

  /** Of another source schema, with the folder path that belongs to it. */
  public Submission schema(String id) {
    return with("source_schema_id", id)
        .with(
            "folder_path",
            "team_%s_stripe_%s".formatted(columns.get("team_id").asText(), id.replace('-', '_')));
  }

  /** The objects that the case names. */
  public Iterable<JsonNode> objects() {
    return columns.path("objects");
  }

  /** What the upstream application inserts. */
  public CompletedImport completed() {
    JsonNode expected = columns.path("expected_rows");
    return new CompletedImport(
        0,
        columns.get("team_id").asLong(),
        columns.get("team_uuid").asText(),
        columns.get("organization_id").asText(),
        null,
        null,
        columns.get("source_type").asText(),
        columns.get("prefix").asText(),
        columns.get("source_schema_id").asText(),
        columns.get("name").asText(),
        columns.get("job_id").asText(),
        columns.get("folder_path").asText(),
        columns.get("prepared_folder").asText(),
        Instant.parse(columns.get("finished_at").asText()),
        expected.isNumber() ? (Long) expected.asLong() : null);
  }
}
