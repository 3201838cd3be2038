package dev.lakeferry.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes {@link Catalogue} down for people: application.properties and docs/configuration.md. */
public final class ConfigurationReference {
  static final Path PROPERTIES = Path.of("application.properties");
  static final Path DOCUMENT = Path.of("docs", "configuration.md");
  static final String COMMAND =
      "mvn -q compile exec:java -Dexec.mainClass=dev.lakeferry.settings.ConfigurationReference";

  private static final int WIDTH = 98;

  private ConfigurationReference() {}

  /** Writes both files below the program's directory. */
  public static void main(String[] args) throws IOException {
    Files.writeString(ProgramHome.resolve(PROPERTIES), properties());
    Files.writeString(ProgramHome.resolve(DOCUMENT), document());
  }

  static String properties() {
    var lines = new ArrayList<String>();
    lines.addAll(
        comment(
            "Lakeferry's settings with their defaults. An environment variable wins over its line"
                + " here: the key in upper case, with underscores for dots and dashes"
                + " (lakeferry.claim.period: LAKEFERRY_CLAIM_PERIOD). An empty value counts as not"
                + " set. Lines that begin with # have no fixed default: remove the # to set one."
                + " Keys of other names are passed to the routes as placeholders."));
    for (Catalogue.Section section : Catalogue.SECTIONS) {
      lines.add("");
      lines.add("# ---- " + section.title() + " ----");
      for (Setting setting : section.settings()) {
        lines.add("");
        lines.addAll(comment(description(setting)));
        lines.add(line(setting));
      }
    }
    return String.join("\n", lines) + "\n";
  }

  static String document() {
    var text =
        new StringBuilder(
            """
            # Configuration

            Each setting is an environment variable or a line of `application.properties` beside the
            program. The variable wins; what is in neither has the default below. An empty value
            counts as not set. Everything is checked at start: all that is missing, malformed or
            contradictory is told in one message before any work is claimed.

            `LAKEFERRY_PROFILE=local` brings the defaults of a developer's machine; `-` in that column
            means the same default as elsewhere. `${key}` stands for another setting's value. Lengths
            of time and amounts of bytes carry their unit (`500ms`, `2s`, `1h30m`, `30d`; `512MB`,
            `5GiB`); routes see them as plain milliseconds and bytes. Relative paths lie below the
            program's directory. A route uses any setting that is no secret as `{{key}}`.

            This page and `application.properties` are rendered from the settings' catalogue:

                %s
            """
                .formatted(COMMAND));
    for (Catalogue.Section section : Catalogue.SECTIONS) {
      text.append("\n## ").append(section.title()).append("\n\n");
      text.append(
          "| Variable | Key | Default | Local profile | Meaning |\n|---|---|---|---|---|\n");
      section.settings().forEach(setting -> text.append(row(setting)));
    }
    return text.toString();
  }

  private static String row(Setting setting) {
    String local = setting.local().equals(setting.fallback()) ? "-" : code(setting.local().words());
    String elsewhere =
        setting.requirement() == Requirement.NEVER
            ? defaultCell(setting.fallback())
            : "required " + setting.requirement().words();
    return "| `%s` | `%s` | %s | %s | %s |\n"
        .formatted(setting.variable(), setting.key(), elsewhere, local, meaning(setting));
  }

  private static String defaultCell(Fallback fallback) {
    return fallback instanceof Fallback.Template template
        ? code(template.text())
        : fallback.words();
  }

  private static String code(String text) {
    return "`" + text + "`";
  }

  private static String meaning(Setting setting) {
    return setting.meaning() + expected(setting.kind());
  }

  private static String expected(Kind kind) {
    boolean tells =
        kind instanceof Kind.Choice || kind instanceof Kind.Whole || kind instanceof Kind.Text;
    return tells && !kind.words().equals("text") ? " Must be " + kind.words() + "." : "";
  }

  private static String description(Setting setting) {
    var text = new StringBuilder(meaning(setting));
    if (setting.requirement() != Requirement.NEVER) {
      text.append(" Required ").append(setting.requirement().words()).append('.');
    }
    if (!isFixed(setting) && !setting.fallback().words().isEmpty()) {
      text.append(" Default: ").append(setting.fallback().words()).append('.');
    }
    if (!setting.local().equals(setting.fallback())) {
      text.append(" Default in the local profile: ").append(setting.local().words()).append('.');
    }
    return text.toString();
  }

  /** A line with a value is as good as set by hand, so only defaults of both profiles have one. */
  private static String line(Setting setting) {
    return isFixed(setting)
        ? setting.key() + "=" + setting.fallback().words()
        : "#" + setting.key() + "=";
  }

  private static boolean isFixed(Setting setting) {
    return setting.fallback() instanceof Fallback.Template template
        && template.isLiteral()
        && setting.local().equals(setting.fallback())
        && !setting.isSecret();
  }

  private static List<String> comment(String text) {
    var lines = new ArrayList<String>();
    var line = new StringBuilder("#");
    for (String word : text.split(" ", -1)) {
      if (line.length() + 1 + word.length() > WIDTH) {
        lines.add(line.toString());
        line = new StringBuilder("#");
      }
      line.append(' ').append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
