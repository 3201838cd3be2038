package dev.lakeferry.ops;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lakeferry.settings.NearestName;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;

/** A line that holds one JSON object. */
final class JsonLine {
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);

  private JsonLine() {}

  /**
   * Reads it.
   *
   * @throws IllegalArgumentException if it is not one object, or has a field that is not known
   */
  static JsonNode object(String line, Collection<String> known) {
    JsonNode object;
    try {
      object = JSON.readTree(line);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not JSON: " + e.getOriginalMessage(), e);
    }
    if (!object.isObject()) {
      throw new IllegalArgumentException("expected one JSON object");
    }
    for (Iterator<String> fields = object.fieldNames(); fields.hasNext(); ) {
      String field = fields.next();
      if (!known.contains(field)) {
        throw new BadFields(
            Map.of(field, "unknown field '%s'%s".formatted(field, NearestName.hint(field, known))));
      }
    }
    return object;
  }
}
