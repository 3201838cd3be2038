package dev.lakeferry.settings;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the value of every setting: what was given, else the profile's default. */
final class Resolution {
  private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^}]+)\\}");

  private final GivenTexts given;
  private final List<String> problems;
  private final Profile profile;
  private final Map<String, Object> values = new LinkedHashMap<>();

  /** Problems are added to the list, each naming its variable. */
  Resolution(GivenTexts given, List<String> problems) {
    this.given = given;
    this.problems = problems;
    this.profile = profile(given);
  }

  Profile profile() {
    return profile;
  }

  Map<String, Object> values() {
    for (Setting setting : Catalogue.all()) {
      value(setting).ifPresent(value -> values.put(setting.key(), value));
    }
    for (Setting setting : Catalogue.all()) {
      if (given.find(setting).isEmpty()
          && !values.containsKey(setting.key())
          && setting.requirement().holds(profile, duckgres())) {
        problems.add(setting.variable() + " is not set: " + setting.meaning());
      }
    }
    return values;
  }

  /** Whether a Duckgres server is the engine; of auto once it was said where one is. */
  boolean duckgres() {
    Object engine = values.get("lakeferry.engine");
    return "duckgres".equals(engine)
        || "auto".equals(engine) && given.find(Catalogue.get("duckgres.host")).isPresent();
  }

  /** Every setting with what holds and why, in the order of the catalogue. */
  List<ResolvedSetting> resolved() {
    return Catalogue.all().stream()
        .map(
            setting ->
                new ResolvedSetting(
                    setting.variable(),
                    text(setting).map(text -> setting.isSecret() ? "***" : text).orElse(""),
                    origin(setting)))
        .toList();
  }

  /**
   * A line of the file that repeats the default tells nothing: the shipped file has all of them.
   */
  private String origin(Setting setting) {
    Optional<String> fallback = text(setting.fallback(profile));
    if (given.find(setting).isEmpty()) {
      return fallback.isPresent() ? "default" : "not set";
    }
    if (given.isFromFile(setting)) {
      return given.find(setting).equals(fallback) ? "default" : "file";
    }
    return "environment";
  }

  private static Profile profile(GivenTexts given) {
    return given
        .find(Catalogue.get("lakeferry.profile"))
        .filter("local"::equalsIgnoreCase)
        .map(name -> Profile.LOCAL)
        .orElse(Profile.PRODUCTION);
  }

  private Optional<Object> value(Setting setting) {
    Optional<String> text = given.find(setting);
    try {
      return text.or(() -> text(setting.fallback(profile))).map(setting.kind()::parse);
    } catch (IllegalArgumentException e) {
      // A default that builds on a malformed setting fails with it: one problem, one sentence.
      text.ifPresent(wrong -> problems.add(malformed(setting, wrong)));
      return Optional.empty();
    }
  }

  private String malformed(Setting setting, String text) {
    String place = given.isFromFile(setting) ? " (" + setting.key() + " in the file)" : "";
    // An address may hold credentials before an @.
    String shown = setting.isSecret() || text.contains("@") ? "" : " is '" + text + "' but";
    return setting.variable() + place + shown + " must be " + setting.kind().words();
  }

  private Optional<String> text(Setting setting) {
    return given.find(setting).or(() -> text(setting.fallback(profile)));
  }

  private Optional<String> text(Fallback fallback) {
    if (fallback instanceof Fallback.Template template) {
      return filled(template.text());
    }
    if (fallback instanceof Fallback.WhereSet where) {
      boolean set = given.find(Catalogue.get(where.key())).isPresent();
      return filled(set ? where.then() : where.otherwise());
    }
    if (fallback instanceof Fallback.Measured measured) {
      return Optional.of(Integer.toString(measured.number().getAsInt()));
    }
    return Optional.empty();
  }

  /** Empty when a setting that the template names has no value. */
  private Optional<String> filled(String template) {
    var filled = new StringBuilder();
    Matcher reference = REFERENCE.matcher(template);
    while (reference.find()) {
      Optional<String> text = text(Catalogue.get(reference.group(1)));
      if (text.isEmpty()) {
        return Optional.empty();
      }
      reference.appendReplacement(filled, Matcher.quoteReplacement(text.get()));
    }
    return Optional.of(reference.appendTail(filled).toString());
  }
}
