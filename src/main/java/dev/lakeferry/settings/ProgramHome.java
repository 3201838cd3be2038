package dev.lakeferry.settings;

import java.nio.file.Path;

/** The directory that holds bin/, routes/ and application.properties. */
public final class ProgramHome {
  /** The system property that bin/lakeferry sets. */
  public static final String PROPERTY = "lakeferry.home";

  private ProgramHome() {}

  /** Absolute; the working directory when the system property {@value #PROPERTY} is not set. */
  public static Path directory() {
    return Path.of(System.getProperty(PROPERTY, "")).toAbsolutePath().normalize();
  }

  /** Where the settings' file stands: {@code application.properties}, which need not exist. */
  public static Path settingsFile() {
    return directory().resolve("application.properties");
  }

  static Path resolve(Path path) {
    return directory().resolve(path).normalize();
  }
}
