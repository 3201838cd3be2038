package dev.lakeferry.gate;

import dev.openfeature.contrib.providers.flagd.resolver.process.storage.connector.QueuePayload;
import dev.openfeature.contrib.providers.flagd.resolver.process.storage.connector.QueuePayloadType;
import dev.openfeature.contrib.providers.flagd.resolver.process.storage.connector.QueueSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Feeds flagd's evaluator from a file, and says what is wrong with it.
 *
 * <p>flagd's own reader of files stops for good once the file is missing, overlooks a change that
 * brings an older time stamp (a file moved into place, a ConfigMap rolled back), and keeps the last
 * good flags when the file breaks, where an error must mean off. So this one compares the content,
 * and empties the evaluator's flags while the file is broken: no order of events in between can
 * leave a flag on.
 */
final class FlagFile implements QueueSource {

  private static final Logger LOG = LoggerFactory.getLogger(FlagFile.class);
  private static final String NO_FLAGS = "{\"flags\":{}}";

  /** What an editor that writes in place, or removes and writes anew, needs to be done. */
  private static final Duration SETTLE = Duration.ofMillis(250);

  private final Path path;
  private final Duration poll;
  private final BlockingQueue<QueuePayload> payloads = new LinkedBlockingQueue<>();
  private final ScheduledExecutorService poller =
      Executors.newSingleThreadScheduledExecutor(FlagFile::daemon);
  private volatile FlagText current;

  FlagFile(Path path, Duration poll) {
    this.path = path;
    this.poll = poll;
    current = FlagText.read(path);
    told();
  }

  /** What is wrong with the file, for the operator; empty while its flags are in force. */
  Optional<String> problem() {
    return current.problem();
  }

  @Override
  public void init() {
    payloads.add(payload());
    poller.scheduleWithFixedDelay(
        this::readAgain, poll.toMillis(), poll.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void readAgain() {
    try {
      FlagText read = FlagText.read(path);
      if (read.problem().isPresent() && current.problem().isEmpty()) {
        TimeUnit.MILLISECONDS.sleep(SETTLE.toMillis());
        read = FlagText.read(path);
      }
      if (!read.equals(current)) {
        current = read;
        payloads.add(payload());
        told();
      }
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  private QueuePayload payload() {
    return new QueuePayload(
        QueuePayloadType.DATA, current.problem().isPresent() ? NO_FLAGS : current.json());
  }

  private void told() {
    current
        .problem()
        .ifPresentOrElse(
            problem -> LOG.warn("{} Every gate is off until it is mended.", problem),
            () -> LOG.info("Flags read from {}.", path));
  }

  @Override
  public BlockingQueue<QueuePayload> getStreamQueue() {
    return payloads;
  }

  @Override
  public void shutdown() {
    poller.shutdownNow();
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "flag-file");
    thread.setDaemon(true);
    return thread;
  }
}
