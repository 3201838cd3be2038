package dev.lakeferry.route;

import java.util.Map;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.health.HealthCheckResultBuilder;
import org.apache.camel.impl.health.AbstractHealthCheck;

/** Tells {@code /observe/health/ready} what {@link Readiness} saw last. */
final class ReadinessHealthCheck extends AbstractHealthCheck {
  private final Readiness readiness;

  ReadinessHealthCheck(Readiness readiness) {
    super("lakeferry", "lakeferry");
    this.readiness = readiness;
  }

  @Override
  public boolean isLiveness() {
    return false;
  }

  @Override
  protected void doCall(HealthCheckResultBuilder builder, Map<String, Object> options) {
    readiness.keepFresh();
    builder.message(readiness.reason());
    builder.state(readiness.ready() ? HealthCheck.State.UP : HealthCheck.State.DOWN);
  }
}
