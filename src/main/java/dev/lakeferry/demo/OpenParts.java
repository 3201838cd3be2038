package dev.lakeferry.demo;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the demo has opened, closed in reverse order: the service before what it stands on. Ending
 * waits for a part that is just being opened, so that no server outlives the process.
 */
final class OpenParts implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OpenParts.class);

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private volatile boolean ending;

  /** Opens a part; throws IllegalStateException if all are being closed. */
  synchronized <T extends AutoCloseable> T open(Callable<T> opening) throws Exception {
    if (ending) {
      throw new IllegalStateException("The demo is being ended.");
    }
    T part = opening.call();
    parts.push(part);
    return part;
  }

  /** Whether the parts are being closed or are closed, so that failures of others mean nothing. */
  boolean ending() {
    return ending;
  }

  @Override
  public void close() {
    ending = true;
    closeAll();
  }

  private synchronized void closeAll() {
    while (!parts.isEmpty()) {
      AutoCloseable part = parts.pop();
      try {
        part.close();
      } catch (Exception e) {
        LOG.warn("{} could not be closed", part.getClass().getSimpleName(), e);
      }
    }
  }
}
