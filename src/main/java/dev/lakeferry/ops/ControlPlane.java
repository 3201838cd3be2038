package dev.lakeferry.ops;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lakeferry.naming.NamingVersion;
import dev.lakeferry.settings.Secret;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Duckgres' control plane, where organisations' table-naming versions are kept upstream. */
final class ControlPlane {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final String VERSION = "data_imports_table_naming_version";

  private final URI address;
  private final Secret secret;
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();

  ControlPlane(URI address, Secret secret) {
    this.address = address;
    this.secret = secret;
  }

  /**
   * An organisation's version. One that the control plane does not know is new, and one whose
   * answer tells none is older than versions are.
   *
   * @throws CommandFailure if it does not answer, or refuses
   */
  NamingVersion namingVersion(String organization) {
    HttpResponse<String> answer = ask(organization);
    return switch (answer.statusCode()) {
      case 200 -> told(organization, answer.body());
      case 404 -> NamingVersion.COPY_V1;
      case 401, 403 ->
          throw new CommandFailure(
              "The control plane at %s refuses us (HTTP %d): check DUCKGRES_INTERNAL_SECRET."
                  .formatted(address, answer.statusCode()));
      default ->
          throw new CommandFailure(
              "The control plane at %s answered HTTP %d for organisation %s."
                  .formatted(address, answer.statusCode(), organization));
    };
  }

  private HttpResponse<String> ask(String organization) {
    URI teams = URI.create(address + "/api/v1/orgs/" + segment(organization) + "/teams");
    HttpRequest request =
        HttpRequest.newBuilder(teams)
            .timeout(TIMEOUT)
            .header("X-Duckgres-Internal-Secret", secret.reveal())
            .header("Accept", "application/json")
            .build();
    try {
      return http.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new CommandFailure(
          "The control plane at %s does not answer (%s): check DUCKGRES_API_URL."
              .formatted(address, e.getClass().getSimpleName()),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure("Interrupted while the control plane was asked.", e);
    }
  }

  /** One segment of a path, whatever the id holds: a dot alone would be a step. */
  private static String segment(String organization) {
    return URLEncoder.encode(organization, StandardCharsets.UTF_8)
        .replace("+", "%20")
        .replace(".", "%2E");
  }

  private NamingVersion told(String organization, String body) {
    try {
      JsonNode version = JSON.readTree(body).path(VERSION);
      return version.isMissingNode() || version.isNull() || version.asText().isEmpty()
          ? NamingVersion.LEGACY_BATCH_V1
          : NamingVersion.of(version.asText());
    } catch (JsonProcessingException e) {
      throw new CommandFailure(
          "The control plane at %s did not answer with JSON for organisation %s."
              .formatted(address, organization),
          e);
    }
  }
}
