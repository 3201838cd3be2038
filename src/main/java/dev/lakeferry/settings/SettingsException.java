package dev.lakeferry.settings;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The configuration cannot be used; its message names every variable to set or correct. */
public final class SettingsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  SettingsException(List<String> problems, Profile profile, Optional<Path> file) {
    super(message(problems, profile, file));
    this.problems = List.copyOf(problems);
  }

  /** One sentence a problem, each naming its variable; no secrets. */
  public List<String> problems() {
    return problems;
  }

  private static String message(List<String> problems, Profile profile, Optional<Path> file) {
    var text = new StringBuilder("The configuration has ");
    text.append(problems.size() == 1 ? "a problem" : problems.size() + " problems");
    text.append("; no work was claimed.");
    problems.forEach(problem -> text.append("\n  * ").append(problem));
    text.append("\nSet environment variables");
    file.ifPresent(path -> text.append(" or lines of ").append(path));
    text.append("; docs/configuration.md describes each setting.");
    if (profile != Profile.LOCAL) {
      text.append(
          " For local development LAKEFERRY_PROFILE=local brings defaults for all of them.");
    }
    return text.toString();
  }
}
