package dev.lakeferry.settings;

import java.nio.file.Path;

/**
 * Hands what log4j2.xml must know to it as system properties. Works only before the first logger is
 * made, so nothing in this package logs. A property that is set already stays.
 */
public final class LogSwitches {
  private static final String FORMAT = "lakeferry.log.format";
  private static final String LEVEL = "lakeferry.log.level";
  private static final String TARGET = "lakeferry.log.target";
  private static final String FILE = "lakeferry.log.file";

  private LogSwitches() {}

  /** For the service: its settings decide. */
  public static void forService(Settings settings) {
    setUnlessSet(FORMAT, settings.text(FORMAT));
    setUnlessSet(LEVEL, settings.text(LEVEL));
  }

  /** For a command: warnings only, on standard error, since standard output is its answer. */
  public static void forCommand() {
    setUnlessSet(LEVEL, "WARN");
    setUnlessSet(TARGET, "SYSTEM_ERR");
  }

  /** For the demo: the service logs to a file, since standard output tells the story. */
  public static void toFile(Path file) {
    setUnlessSet(FILE, file.toString());
  }

  private static void setUnlessSet(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }
}
