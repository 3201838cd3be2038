package dev.lakeferry.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The dashboards draw metrics that there are, from the data source that is provisioned. */
class DashboardsTest {
  @Test
  void everyMetricAndLabelIsTold() {
    KnownMetrics known = new KnownMetrics();

    assertThat(Dashboards.expressions()).hasSizeGreaterThan(20);
    for (String expression : Dashboards.expressions()) {
      assertThat(KnownMetrics.names(expression)).as(expression).isNotEmpty();
      assertThat(known.wrong(expression)).isEmpty();
    }
  }

  @Test
  void everyPanelHasItsNameAndPlaceAndTheProvisionedSource() {
    String source =
        DeployFiles.tree("deploy/grafana/provisioning/datasources/prometheus.yaml")
            .at("/datasources/0/uid")
            .asText();
    Set<String> dashboards = new HashSet<>();
    for (JsonNode dashboard : Dashboards.all()) {
      assertThat(dashboards.add(dashboard.get("uid").asText())).isTrue();
      assertThat(dashboard.get("title").asText()).startsWith("Lakeferry");
      Set<Integer> ids = new HashSet<>();
      for (JsonNode panel : Dashboards.panels(dashboard)) {
        assertThat(ids.add(panel.get("id").asInt())).isTrue();
        assertThat(panel.get("title").asText()).isNotBlank();
        assertThat(panel.at("/datasource/uid").asText()).isEqualTo(source);
        assertThat(panel.at("/gridPos/x").asInt() + panel.at("/gridPos/w").asInt())
            .isLessThanOrEqualTo(24);
        assertThat(panel.get("targets")).isNotEmpty();
      }
    }
  }
}
