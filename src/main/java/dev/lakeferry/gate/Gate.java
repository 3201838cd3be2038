package dev.lakeferry.gate;

import dev.openfeature.contrib.providers.flagd.Config;
import dev.openfeature.contrib.providers.flagd.FlagdOptions;
import dev.openfeature.contrib.providers.flagd.FlagdProvider;
import dev.openfeature.sdk.Client;
import dev.openfeature.sdk.FlagEvaluationDetails;
import dev.openfeature.sdk.OpenFeatureAPI;
import dev.openfeature.sdk.exceptions.OpenFeatureError;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks feature flags whether a workflow may run for a team. The flags stand in a file of flagd's
 * format, which is read again within two seconds of a change:
 *
 * <pre>{@code
 * "ducklake-data-imports-registration-workflow": {
 *   "state": "ENABLED",
 *   "variants": { "on": true, "off": false },
 *   "defaultVariant": "off",
 *   "targeting": { "if": [ { "in": [ { "var": "team_id" }, [ 2, 7 ] ] }, "on" ] }
 * }
 * }</pre>
 *
 * <p>An error means off: a missing or broken file (also one that was good before), an unknown or
 * disabled flag, a flag that is not boolean. It never throws; it logs each kind of error once a
 * minute and flag, counts every one, and tells it in the {@link GateDecision}. More ways to target:
 * {@code docs/flags.md}.
 */
public final class Gate implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Gate.class);
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final int READY_WITHIN_MILLIS = 1000;

  private final FlagFile file;
  private final OpenFeatureAPI api = OpenFeatureAPI.createIsolated();
  private final Client client;
  private final GateMetrics metrics;
  private final OncePerMinute rarely = new OncePerMinute(System::nanoTime);

  /**
   * Reads the flags; all are off until the file is there and good.
   *
   * @param flags the file, which need not exist yet
   * @param metrics told of every error
   */
  public Gate(Path flags, GateMetrics metrics) {
    this.metrics = metrics;
    file = new FlagFile(flags, POLL);
    FlagdOptions options =
        FlagdOptions.builder()
            .resolverType(Config.Resolver.IN_PROCESS)
            .customConnector(file)
            .deadline(READY_WITHIN_MILLIS)
            .build();
    client = api.getClient();
    try {
      api.setProviderAndWait(new FlagdProvider(options));
    } catch (OpenFeatureError notReady) {
      LOG.warn("Flags are not ready yet; every gate is off until they are.", notReady);
    }
  }

  /** Why a file's flags could not be used as it is now; empty if they can. */
  public static Optional<String> problem(Path flags) {
    return FlagText.read(flags).problem();
  }

  /** Whether the flag is on for the subject, and why; off on any error. */
  public GateDecision decide(String flag, GateSubject subject) {
    try {
      Optional<String> problem = file.problem();
      if (problem.isPresent()) {
        return failed(flag, "FLAG_FILE", problem.get());
      }
      return decision(flag, client.getBooleanDetails(flag, false, subject.context()));
    } catch (RuntimeException e) {
      return failed(flag, "GENERAL", e.toString());
    }
  }

  private GateDecision decision(String flag, FlagEvaluationDetails<Boolean> details) {
    if (details.getErrorCode() != null) {
      return failed(flag, details.getErrorCode().name(), details.getErrorMessage());
    }
    return new GateDecision(
        Boolean.TRUE.equals(details.getValue()), String.valueOf(details.getReason()), false);
  }

  private GateDecision failed(String flag, String kind, String detail) {
    metrics.failed(flag, kind);
    if (rarely.allows(kind + " " + flag)) {
      LOG.warn(
          "Flag {} could not be evaluated, so its workflow is off: {} ({}). Nothing was written;"
              + " mend the flag file, a restart is not needed.",
          flag,
          detail,
          kind);
    }
    return GateDecision.failed(kind, detail);
  }

  /** Stops reading the file. */
  @Override
  public void close() {
    api.shutdown();
    file.shutdown();
  }
}
