package dev.lakeferry.ops;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lakeferry.web.Endpoint;
import dev.lakeferry.web.Endpoints;
import dev.lakeferry.web.WebResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * The API's description, an OpenAPI 3.1 document. It is put together of {@code openapi/base.json}
 * and a part for each group of endpoints: their paths and schemas.
 */
public final class ApiDescription implements Endpoints {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final byte[] document;

  /** Takes the parts, such as {@code acting} for {@code openapi/acting.json}. */
  public ApiDescription(List<String> parts) {
    ObjectNode whole = read("base");
    for (String part : parts) {
      merge(whole, read(part));
    }
    try {
      document = JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(whole);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.read(
            "/openapi.json",
            request -> WebResponse.bytes("application/json", document),
            "This description"));
  }

  private static void merge(ObjectNode into, ObjectNode part) {
    part.fields()
        .forEachRemaining(
            field -> {
              JsonNode there = into.get(field.getKey());
              if (there instanceof ObjectNode both && field.getValue() instanceof ObjectNode more) {
                merge(both, more);
              } else if (there == null) {
                into.set(field.getKey(), field.getValue());
              } else {
                throw new IllegalStateException(
                    "Two parts of the API's description have " + field.getKey());
              }
            });
  }

  private static ObjectNode read(String part) {
    String resource = "/openapi/" + part + ".json";
    try (InputStream in = ApiDescription.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("The program holds no " + resource + "; build it again.");
      }
      return (ObjectNode) JSON.readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
