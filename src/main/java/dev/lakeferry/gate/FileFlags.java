package dev.lakeferry.gate;

import dev.openfeature.contrib.providers.flagd.Config;
import dev.openfeature.contrib.providers.flagd.FlagdOptions;
import dev.openfeature.contrib.providers.flagd.FlagdProvider;
import dev.openfeature.sdk.FeatureProvider;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Flags in a file of flagd's format, evaluated here. */
final class FileFlags implements FlagSource {
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final int READY_WITHIN_MILLIS = 1000;

  private final FlagFile file;

  FileFlags(Path path) {
    file = new FlagFile(path, POLL);
  }

  @Override
  public FeatureProvider provider() {
    return new FlagdProvider(
        FlagdOptions.builder()
            .resolverType(Config.Resolver.IN_PROCESS)
            .customConnector(file)
            .deadline(READY_WITHIN_MILLIS)
            .build());
  }

  @Override
  public Optional<String> problem() {
    return file.problem();
  }

  @Override
  public String problemKind() {
    return "FLAG_FILE";
  }

  @Override
  public String remedy() {
    return "mend the flag file, a restart is not needed";
  }

  @Override
  public void close() {
    file.shutdown();
  }
}
