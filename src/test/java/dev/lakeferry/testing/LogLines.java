package dev.lakeferry.testing;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;
import org.awaitility.Awaitility;

/** All that is logged while it is open, with stack traces. */
public final class LogLines extends AbstractAppender implements AutoCloseable {
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Logger root = (Logger) LogManager.getRootLogger();

  public LogLines() {
    super("log lines", null, null, false, Property.EMPTY_ARRAY);
    start();
    root.addAppender(this);
  }

  @Override
  public void append(LogEvent event) {
    StringWriter text = new StringWriter();
    text.append(event.getLevel() + " " + event.getMessage().getFormattedMessage());
    if (event.getThrown() != null) {
      event.getThrown().printStackTrace(new PrintWriter(text));
    }
    lines.add(text.toString());
  }

  public List<String> lines() {
    return List.copyOf(lines);
  }

  /** Lines that hold a text. */
  public List<String> with(String text) {
    return lines.stream().filter(line -> line.contains(text)).toList();
  }

  /** Waits until a line holds a text. */
  public void await(String text) {
    Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> !with(text).isEmpty());
  }

  @Override
  public void close() {
    root.removeAppender(this);
  }
}
