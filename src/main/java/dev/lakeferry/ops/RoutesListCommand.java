package dev.lakeferry.ops;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lakeferry.settings.Settings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows the routes of the running service. */
@Command(
    name = "list",
    description = {
      "Shows the routes of the running service: the file that each stands in, its state, what is in"
          + " it now and its last failure. Below, what is wrong with the files, if an edit was refused.",
      "Asks the service on its management port (lakeferry.management.host and .port)."
    },
    footer = {
      "",
      "Examples:",
      "  bin/lakeferry routes list",
      "  bin/lakeferry routes list --all --json"
    })
final class RoutesListCommand extends OperatorCommand {
  private static final Set<String> ANY = Set.of("0.0.0.0", "::", "[::]");
  private static final String OF_PAGES = "http-";
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  @Option(names = "--all", description = "Also those that serve pages and API.")
  private boolean all;

  @Option(names = "--json", description = "The service's answer as it is.")
  private boolean json;

  RoutesListCommand(Workplace workplace) {
    super(workplace);
  }

  @Override
  public void run() {
    String answer = ask(uri(workplace().settings()));
    if (json) {
      say("%s", answer);
      return;
    }
    JsonNode told = parse(answer);
    TextTable table = new TextTable("ID", "FILE", "STATE", "IN FLIGHT", "FAILED", "LAST FAILURE");
    int left = 0;
    for (JsonNode route : told.path("routes")) {
      if (!all && route.path("id").asText().startsWith(OF_PAGES)) {
        left++;
        continue;
      }
      table.add(
          route.path("id").asText(),
          text(route, "file"),
          route.path("state").asText(),
          route.path("in_flight").asLong(),
          route.path("failed").asLong(),
          text(route, "last_failure_at") == null
              ? null
              : seconds(text(route, "last_failure_at")) + " " + text(route, "last_failure"));
    }
    table.print(out());
    if (left > 0) {
      say("%d that serve pages and API are left out; --all shows them.", left);
    }
    for (JsonNode problem : told.path("last_reload").path("problems")) {
      say("Not in use: %s", problem(problem));
    }
  }

  private static RouteProblem problem(JsonNode told) {
    return new RouteProblem(
        told.path("file").asText(),
        told.path("line").asInt(),
        told.path("column").asInt(),
        told.path("text").asText());
  }

  private static Instant seconds(String time) {
    return Instant.parse(time).truncatedTo(ChronoUnit.SECONDS);
  }

  private static String text(JsonNode node, String field) {
    return node.path(field).isTextual() ? node.path(field).asText() : null;
  }

  private static JsonNode parse(String answer) {
    try {
      return new ObjectMapper().readTree(answer);
    } catch (JsonProcessingException e) {
      throw new CommandFailure(
          "What answered on the management port is not Lakeferry: another program has it. Set"
              + " LAKEFERRY_MANAGEMENT_HOST and _PORT as the service has them.",
          e);
    }
  }

  private static URI uri(Settings settings) {
    String host = settings.text("lakeferry.management.host");
    return URI.create(
        "http://%s:%d%s"
            .formatted(
                ANY.contains(host) ? "127.0.0.1" : host,
                settings.number("lakeferry.management.port"),
                RouteOverviewJson.PATH));
  }

  private static String ask(URI uri) {
    try {
      HttpResponse<String> response =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(uri).timeout(PATIENCE).build(),
                  HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() != 200) {
        throw new CommandFailure(
            "%s answered with status %d; is another program on that port?"
                .formatted(uri, response.statusCode()));
      }
      return response.body();
    } catch (IOException e) {
      throw new CommandFailure(
          "No service answers at %s; start it, or set LAKEFERRY_MANAGEMENT_HOST and _PORT as it has them."
              .formatted(uri),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure("The question was interrupted.", e);
    }
  }
}
