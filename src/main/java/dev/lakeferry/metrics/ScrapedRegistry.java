package dev.lakeferry.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.NamingConvention;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusNamingConvention;

/** The registry that {@code /observe/metrics} shows. */
public final class ScrapedRegistry extends PrometheusMeterRegistry {
  private final ScrapeNames names = new ScrapeNames(UpstreamMeters.COUNTERS);

  /** Makes an empty one. */
  public ScrapedRegistry() {
    super(PrometheusConfig.DEFAULT);
    config().namingConvention(new AsUpstream());
  }

  @Override
  public String scrape() {
    return names.of(super.scrape(), false);
  }

  @Override
  public String scrape(String contentType) {
    return names.of(
        super.scrape(contentType), contentType.startsWith("application/openmetrics-text"));
  }

  /** Names that stand in dashboards already get no unit and no ending. */
  private static final class AsUpstream extends PrometheusNamingConvention {
    @Override
    public String name(String name, Meter.Type type, String baseUnit) {
      return name.startsWith("ducklake_")
          ? NamingConvention.identity.name(name, type, baseUnit)
          : super.name(name, type, baseUnit);
    }
  }
}
