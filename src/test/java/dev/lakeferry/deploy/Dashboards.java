package dev.lakeferry.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The dashboards of deploy/grafana. */
final class Dashboards {
  static final String DIRECTORY = "deploy/grafana/dashboards";

  private Dashboards() {}

  static List<JsonNode> all() {
    return DeployFiles.names(DIRECTORY, ".json").stream()
        .map(name -> DeployFiles.tree(DIRECTORY + "/" + name))
        .toList();
  }

  /** Panels that draw something, those of rows too. */
  static List<JsonNode> panels(JsonNode dashboard) {
    return elements(dashboard.path("panels"))
        .flatMap(panel -> Stream.concat(Stream.of(panel), elements(panel.path("panels"))))
        .filter(panel -> !panel.path("type").asText().equals("row"))
        .toList();
  }

  static List<String> expressions() {
    return all().stream()
        .flatMap(dashboard -> panels(dashboard).stream())
        .flatMap(panel -> elements(panel.path("targets")))
        .map(target -> target.get("expr").asText().replace("$__rate_interval", "5m"))
        .toList();
  }

  private static Stream<JsonNode> elements(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false);
  }
}
