package dev.lakeferry.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;

/**
 * Asks a service over HTTP, and holds each answer of the API against the description that the
 * service itself serves: its status must be listed, and its body be of the schema.
 */
public final class ApiClient {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final HttpClient client = HttpClient.newHttpClient();
  private final InetSocketAddress address;
  private final JsonNode description;

  /** Takes where the service listens, and reads its description. */
  public ApiClient(InetSocketAddress address) {
    this.address = address;
    try {
      this.description = JSON.readTree(client.send(to("/openapi.json").build(), text()).body());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** What was answered; the body is null where it is no JSON. */
  public record Answer(int status, JsonNode body, HttpResponse<String> raw) {
    /** The detail of a problem. */
    public String detail() {
      return body.path("detail").asText();
    }
  }

  /** The description. */
  public JsonNode description() {
    return description;
  }

  /** A request to a path. */
  public HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + address.getPort() + path))
        .timeout(PATIENCE);
  }

  /** Reads a path. */
  public Answer get(String path) {
    return send(to(path));
  }

  /** Posts without a body. */
  public Answer post(String path) {
    return send(to(path).POST(HttpRequest.BodyPublishers.noBody()));
  }

  /** Posts JSON. */
  public Answer post(String path, String json) {
    return send(json(path, json));
  }

  /** A request that posts JSON. */
  public HttpRequest.Builder json(String path, String json) {
    return to(path)
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(json));
  }

  /** Sends a request and checks what is answered. */
  public Answer send(HttpRequest.Builder builder) {
    HttpRequest request = builder.build();
    try {
      HttpResponse<String> raw = client.send(request, text());
      JsonNode body =
          raw.headers().firstValue("content-type").orElse("").contains("json")
              ? JSON.readTree(raw.body())
              : null;
      String type = raw.headers().firstValue("content-type").orElse("").split(";")[0];
      check(request.method(), request.uri().getRawPath(), raw.statusCode(), type, body);
      return new Answer(raw.statusCode(), body, raw);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static HttpResponse.BodyHandler<String> text() {
    return HttpResponse.BodyHandlers.ofString();
  }

  /** Fails if an answer is not as the description says; what it does not name is not checked. */
  public void check(String method, String path, int status, String type, JsonNode body) {
    JsonNode operation = operation(method, path);
    if (operation == null) {
      return;
    }
    String what = method + " " + path + " " + status;
    JsonNode response = operation.path("responses").path(Integer.toString(status));
    assertThat(response.isMissingNode()).as(what + " is not described: " + body).isFalse();
    if (response.has("$ref")) {
      response = description.at(response.get("$ref").asText().substring(1));
    }
    JsonNode schema = response.path("content").path(type).path("schema");
    assertThat(schema.isMissingNode()).as(what + " as " + type).isFalse();
    ObjectNode whole = schema.deepCopy();
    whole.set("components", description.get("components"));
    assertThat(
            JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(whole)
                .validate(body))
        .as(what + ": " + body)
        .isEmpty();
  }

  private JsonNode operation(String method, String rawPath) {
    String[] given = rawPath.split("/", -1);
    Iterator<Map.Entry<String, JsonNode>> paths = description.path("paths").fields();
    while (paths.hasNext()) {
      Map.Entry<String, JsonNode> path = paths.next();
      String[] expected = path.getKey().split("/", -1);
      boolean same = expected.length == given.length;
      for (int index = 0; same && index < expected.length; index++) {
        same = expected[index].startsWith("{") || expected[index].equals(given[index]);
      }
      if (same) {
        return path.getValue().get(method.toLowerCase(Locale.ROOT));
      }
    }
    return null;
  }
}
