package dev.lakeferry.generation;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.lake.LakeSession;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The texts that a Delta log has of partition values, and the values that they mean. */
final class PartitionTexts {
  private static final Pattern OFFSET = Pattern.compile("(?s).*(Z|[+-]\\d{2}(:?\\d{2})?)");

  private final LakeSession session;

  PartitionTexts(LakeSession session) {
    this.session = session;
  }

  /**
   * How the engine writes each text of a partition column once it is a value of its type; no value
   * is not among them.
   *
   * @throws FinalFailure if a text is none of the type
   */
  Map<String, String> asWritten(String key, String type, List<String> logged) {
    Map<String, String> values = new HashMap<>();
    List<String> texts =
        logged.stream()
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
          ("The Delta log has a value of the partition column '%s' that is no %s; nothing was copied"
                  + " and the live table stays: %s")
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
