package dev.lakeferry.gate;

import com.google.gson.JsonParseException;
import com.posthog.internal.LocalEvaluationResponse;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * PostHog's flag definitions, read again and again, so that no decision waits for the network.
 *
 * <p>PostHog's own poller keeps what it has for ever while PostHog is away; here definitions that
 * could not be read again for a while are not used any more.
 */
final class FlagDefinitions implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FlagDefinitions.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final Duration READY_WITHIN = Duration.ofSeconds(5);
  private static final int NOT_MODIFIED = 304;

  private final PostHogPlace place;
  private final PostHogLibrary library;
  private final Clock clock;
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
  private final ScheduledExecutorService poller =
      Executors.newSingleThreadScheduledExecutor(FlagDefinitions::daemon);
  private volatile Read read = new Read(null, null, Instant.MIN, "they were not read yet");

  /**
   * One reading.
   *
   * @param definitions null before the first that succeeded
   * @param etag by which the next asks for what changed; may be null
   * @param at when they were last known to be PostHog's
   * @param failure why the last reading failed; null if it did not
   */
  private record Read(
      LocalEvaluationResponse definitions, String etag, Instant at, String failure) {
    Read failed(String why) {
      return new Read(definitions, etag, at, why);
    }
  }

  FlagDefinitions(PostHogPlace place, PostHogLibrary library, Clock clock) {
    this.place = place;
    this.library = library;
    this.clock = clock;
  }

  /** Begins to read them, and waits a moment for the first reading. */
  void start() {
    CountDownLatch first = new CountDownLatch(1);
    poller.scheduleWithFixedDelay(
        () -> {
          readAgain();
          first.countDown();
        },
        0,
        place.poll().toMillis(),
        TimeUnit.MILLISECONDS);
    try {
      if (!first.await(READY_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn("PostHog's flag definitions are not there yet; every gate is off until they are.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Why they cannot be used; empty if they can. */
  Optional<String> problem() {
    Read now = read;
    if (now.definitions() == null) {
      return Optional.of("PostHog's flag definitions are not there: " + now.failure() + ".");
    }
    boolean stale = now.at().plus(place.staleAfter()).isBefore(clock.instant());
    return stale
        ? Optional.of(
            "PostHog's flag definitions were last read at %s: %s."
                .formatted(now.at(), now.failure()))
        : Optional.empty();
  }

  /** The definitions; only while there is no {@link #problem()}. */
  LocalEvaluationResponse current() {
    return read.definitions();
  }

  private void readAgain() {
    try {
      Read next = next();
      if (read.failure() != null) {
        LOG.info("PostHog's flag definitions are read from {}.", place.host());
      }
      read = next;
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    } catch (IOException | RuntimeException e) {
      boolean news = read.failure() == null || read.definitions() == null;
      read = read.failed(e.getMessage() == null ? e.toString() : e.getMessage());
      if (news) {
        LOG.warn(
            "PostHog's flag definitions could not be read ({}); those at hand hold for {} more at"
                + " most.",
            read.failure(),
            place.staleAfter());
      }
    }
  }

  private Read next() throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(
                URI.create(
                    place.host()
                        + "/api/feature_flag/local_evaluation/?token="
                        + URLEncoder.encode(place.projectKey().reveal(), StandardCharsets.UTF_8)
                        + "&send_cohorts"))
            .timeout(TIMEOUT)
            .header("Authorization", "Bearer " + place.personalKey().reveal())
            .header("User-Agent", "lakeferry");
    Read before = read;
    if (before.etag() != null) {
      request.header("If-None-Match", before.etag());
    }
    HttpResponse<String> answer =
        http.send(request.GET().build(), HttpResponse.BodyHandlers.ofString());
    Instant now = clock.instant();
    if (answer.statusCode() == NOT_MODIFIED && before.definitions() != null) {
      return new Read(before.definitions(), before.etag(), now, null);
    }
    if (answer.statusCode() != 200) {
      throw new IOException("PostHog answered " + answer.statusCode());
    }
    return new Read(
        parsed(answer.body()), answer.headers().firstValue("ETag").orElse(null), now, null);
  }

  private LocalEvaluationResponse parsed(String body) throws IOException {
    try {
      LocalEvaluationResponse parsed = library.parse(body);
      if (parsed == null || parsed.getFlags() == null) {
        throw new IOException("PostHog answered without flags");
      }
      return parsed;
    } catch (JsonParseException | IllegalArgumentException e) {
      throw new IOException("PostHog answered what is not flag definitions", e);
    }
  }

  @Override
  public void close() {
    poller.shutdownNow();
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "flag-definitions");
    thread.setDaemon(true);
    return thread;
  }
}
