package dev.lakeferry.route;

import dev.lakeferry.job.RetryPolicy;
import dev.lakeferry.settings.Settings;
import java.time.Duration;
import java.util.Map;

/** How often and how long a workflow may try, by its settings. */
final class WorkflowLimits {
  private static final Map<String, String> GROUPS =
      Map.of(
          "ducklake-register.data-imports", "lakeferry.registrations",
          "ducklake-copy.data-imports", "lakeferry.copies",
          "ducklake-copy.data-modeling", "lakeferry.models");

  private final Settings settings;

  WorkflowLimits(Settings settings) {
    this.settings = settings;
  }

  /** How long an attempt may take. */
  Duration budget(String workflow) {
    return settings.duration(group(workflow) + ".time-budget");
  }

  /** How often a run is tried, and when again. */
  RetryPolicy retries(String workflow) {
    return new RetryPolicy(
        settings.number(group(workflow) + ".attempts"),
        settings.duration("lakeferry.retry.base"),
        settings.duration("lakeferry.retry.longest"));
  }

  private static String group(String workflow) {
    String group = GROUPS.get(workflow);
    if (group == null) {
      throw new IllegalStateException("No workflow is called " + workflow);
    }
    return group;
  }
}
