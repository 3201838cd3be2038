package dev.lakeferry.route;

import dev.lakeferry.route.reload.Known;
import dev.lakeferry.settings.Settings;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;
import software.amazon.awssdk.services.s3.S3Client;

/** What the service offers to routes, told without starting it. */
final class KnownToRoutes {
  /** The beans that {@link Service} binds and routes may call. */
  static final Map<String, Class<?>> BEANS =
      Map.ofEntries(
          Map.entry("state", DataSource.class),
          Map.entry("lakeObjects", S3Client.class),
          Map.entry("readiness", Readiness.class),
          Map.entry("gates", GateSteps.class),
          Map.entry("jobs", RunSteps.class),
          Map.entry("preparedFolder", PlanSteps.class),
          Map.entry("deltaTable", PlanSteps.class),
          Map.entry("landing", LandSteps.class),
          Map.entry("failures", FailureSteps.class),
          Map.entry("retention", RetentionSteps.class),
          Map.entry("leases", LeaseSteps.class),
          Map.entry("leftovers", LeftoverSteps.class),
          Map.entry("upkeep", UpkeepSteps.class));

  private KnownToRoutes() {}

  /**
   * As the service would know it.
   *
   * @param instance stands for its name among the replicas
   */
  static Known of(Settings settings, String instance) {
    return new Known(
        BEANS,
        Service.properties(settings, instance),
        Set.of("direct:publish"),
        Set.of("publish", "publish-under-lock"));
  }
}
