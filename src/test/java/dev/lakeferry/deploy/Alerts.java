package dev.lakeferry.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** The rules of deploy/prometheus/alerts.yml. */
final class Alerts {
  static final String FILE = "deploy/prometheus/alerts.yml";

  private Alerts() {}

  static List<JsonNode> rules() {
    List<JsonNode> rules = new ArrayList<>();
    for (JsonNode group : DeployFiles.tree(FILE).get("groups")) {
      group.get("rules").forEach(rules::add);
    }
    return rules;
  }

  static List<String> expressions() {
    return rules().stream().map(rule -> rule.get("expr").asText()).toList();
  }
}
