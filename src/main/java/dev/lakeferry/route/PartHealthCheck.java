package dev.lakeferry.route;

import java.util.Map;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.health.HealthCheckResultBuilder;
import org.apache.camel.impl.health.AbstractHealthCheck;

/**
 * Tells {@code /observe/health/ready} how one part stood at the last look; it waits for nothing.
 */
final class PartHealthCheck extends AbstractHealthCheck {
  private final PartLooks looks;
  private final String part;

  PartHealthCheck(PartLooks looks, String part) {
    super("lakeferry", "lakeferry-" + part);
    this.looks = looks;
    this.part = part;
  }

  @Override
  public boolean isLiveness() {
    return false;
  }

  @Override
  protected void doCall(HealthCheckResultBuilder builder, Map<String, Object> options) {
    PartLooks.Standing standing = looks.of(part);
    builder.message(standing.reason());
    builder.state(standing.up() ? HealthCheck.State.UP : HealthCheck.State.DOWN);
  }
}
