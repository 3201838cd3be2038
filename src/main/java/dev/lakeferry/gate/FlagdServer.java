package dev.lakeferry.gate;

import dev.lakeferry.settings.Settings;
import dev.openfeature.contrib.providers.flagd.Config;
import dev.openfeature.contrib.providers.flagd.FlagdOptions;
import dev.openfeature.contrib.providers.flagd.FlagdProvider;
import dev.openfeature.sdk.FeatureProvider;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * A flagd server, which is asked for every decision: nothing is remembered, so that a flag that was
 * switched off, or a server that is gone, is off at once.
 */
final class FlagdServer implements FlagSource {
  private static final String UNREMEMBERED = "disabled";

  private final String host;
  private final int port;
  private final boolean tls;
  private final Optional<Path> authorities;
  private final Duration deadline;

  FlagdServer(String host, int port, boolean tls, Optional<Path> authorities, Duration deadline) {
    this.host = host;
    this.port = port;
    this.tls = tls;
    this.authorities = authorities;
    this.deadline = deadline;
  }

  static FlagdServer of(Settings settings) {
    return new FlagdServer(
        settings.text("lakeferry.flags.flagd.host"),
        settings.number("lakeferry.flags.flagd.port"),
        settings.flag("lakeferry.flags.flagd.tls"),
        settings.optionalPath("lakeferry.flags.flagd.ca.file"),
        settings.duration("lakeferry.flags.deadline"));
  }

  @Override
  public FeatureProvider provider() {
    FlagdOptions.FlagdOptionsBuilder options =
        FlagdOptions.builder()
            .resolverType(Config.Resolver.RPC)
            .host(host)
            .port(port)
            .tls(tls)
            .cacheType(UNREMEMBERED)
            .deadline(Math.toIntExact(deadline.toMillis()));
    authorities.ifPresent(file -> options.certPath(file.toString()));
    return new FlagdProvider(options.build());
  }

  @Override
  public Optional<String> problem() {
    return Optional.empty();
  }

  @Override
  public String problemKind() {
    return "FLAGD";
  }

  @Override
  public String remedy() {
    return "see whether flagd answers at %s:%d (LAKEFERRY_FLAGS_FLAGD_HOST, …_PORT, …_TLS) and knows the flag, a restart is not needed"
        .formatted(host, port);
  }

  @Override
  public void close() {
    // The provider's connection ends with it.
  }
}
