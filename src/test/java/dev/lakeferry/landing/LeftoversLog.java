package dev.lakeferry.landing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;

/** Listens to what is logged of leftovers while it is open. */
final class LeftoversLog extends AbstractAppender implements AutoCloseable {
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Logger logger = (Logger) LogManager.getLogger(Leftovers.class);

  LeftoversLog() {
    super("leftovers", null, null, false, Property.EMPTY_ARRAY);
    start();
    logger.addAppender(this);
    logger.setLevel(Level.INFO);
  }

  @Override
  public void append(LogEvent event) {
    lines.add(event.getMessage().getFormattedMessage());
  }

  List<String> lines() {
    return lines;
  }

  @Override
  public void close() {
    logger.removeAppender(this);
  }
}
