package dev.lakeferry.gate;

import dev.lakeferry.settings.Settings;
import dev.openfeature.sdk.Client;
import dev.openfeature.sdk.FlagEvaluationDetails;
import dev.openfeature.sdk.OpenFeatureAPI;
import dev.openfeature.sdk.exceptions.OpenFeatureError;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
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
 * <p>or at a flagd server, or in PostHog. An error means off: a missing or broken file (also one
 * that was good before), a server that does not answer in time, an unknown or disabled flag, a flag
 * that is not boolean. It never throws and never waits longer than the deadline; it logs each kind
 * of error once a minute and flag, counts every one, and tells it in the {@link GateDecision}. More
 * ways to target: {@code docs/flags.md}.
 */
public final class Gate implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Gate.class);

  /** No bound: what is evaluated here needs none. */
  private static final Optional<Deadline> AT_ONCE = Optional.empty();

  private final FlagSource source;
  private final Optional<Deadline> deadline;
  private final OpenFeatureAPI api = OpenFeatureAPI.createIsolated();
  private final Client client;
  private final GateMetrics metrics;
  private final OncePerMinute rarely = new OncePerMinute(System::nanoTime);

  /**
   * Reads the flags from a file; all are off until it is there and good.
   *
   * @param flags the file, which need not exist yet
   * @param metrics told of every error
   */
  public Gate(Path flags, GateMetrics metrics) {
    this(new FileFlags(flags), AT_ONCE, metrics);
  }

  Gate(FlagSource source, Duration deadline, GateMetrics metrics) {
    this(source, Optional.of(new Deadline(deadline)), metrics);
  }

  Gate(FlagSource source, Optional<Deadline> deadline, GateMetrics metrics) {
    this.source = source;
    this.deadline = deadline;
    this.metrics = metrics;
    client = api.getClient();
    try {
      api.setProviderAndWait(source.provider());
    } catch (OpenFeatureError notReady) {
      LOG.warn("Flags are not ready yet; every gate is off until they are.", notReady);
    }
  }

  /** The gate that the settings choose; all flags are off until they can be evaluated. */
  public static Gate of(Settings settings, GateMetrics metrics) {
    return switch (settings.text("lakeferry.flags.provider")) {
      case "flagd" ->
          new Gate(
              FlagdServer.of(settings), settings.duration("lakeferry.flags.deadline"), metrics);
      case "posthog" -> new Gate(PostHogFlags.of(settings), AT_ONCE, metrics);
      default -> new Gate(settings.path("lakeferry.flags.file"), metrics);
    };
  }

  /** Why a file's flags could not be used as it is now; empty if they can. */
  public static Optional<String> problem(Path flags) {
    return FlagText.read(flags).problem();
  }

  /** Whether the flag is on for the subject, and why; off on any error. */
  public GateDecision decide(String flag, GateSubject subject) {
    try {
      Optional<String> problem = source.problem();
      if (problem.isPresent()) {
        return failed(flag, source.problemKind(), problem.get());
      }
      return decision(flag, details(flag, subject));
    } catch (TimeoutException e) {
      return failed(flag, "TIMEOUT", e.getMessage());
    } catch (RuntimeException e) {
      return failed(flag, "GENERAL", e.toString());
    }
  }

  private FlagEvaluationDetails<Boolean> details(String flag, GateSubject subject)
      throws TimeoutException {
    return deadline.isPresent()
        ? deadline.get().within(() -> client.getBooleanDetails(flag, false, subject.context()))
        : client.getBooleanDetails(flag, false, subject.context());
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
          "Flag {} could not be evaluated, so its workflow is off: {} ({}). Nothing was written; {}.",
          flag,
          detail,
          kind,
          source.remedy());
    }
    return GateDecision.failed(kind, detail);
  }

  /** Stops reading flags, and lets connections go. */
  @Override
  public void close() {
    deadline.ifPresent(Deadline::close);
    api.shutdown();
    source.close();
  }
}
