package dev.lakeferry.settings;

import java.util.List;
import java.util.Locale;
import java.util.function.IntSupplier;
import java.util.regex.Pattern;

/**
 * One thing that can be set; declared in {@link Catalogue}.
 *
 * @param key as in application.properties and in a route's placeholder
 * @param fallback what holds outside the local profile where nobody set it
 * @param local the same in the local profile
 */
record Setting(
    String key,
    Kind kind,
    Fallback fallback,
    Fallback local,
    Requirement requirement,
    String meaning) {

  static Setting text(String key, String meaning) {
    return of(key, new Kind.Text(Pattern.compile(".+"), "text"), meaning);
  }

  static Setting text(String key, String shape, String words, String meaning) {
    return of(key, new Kind.Text(Pattern.compile(shape), words), meaning);
  }

  static Setting number(String key, int least, int most, String meaning) {
    return of(key, new Kind.Whole(least, most), meaning);
  }

  static Setting count(String key, String meaning) {
    return number(key, 1, Integer.MAX_VALUE, meaning);
  }

  static Setting port(String key, String meaning) {
    return number(key, 1, 65_535, meaning);
  }

  static Setting time(String key, String meaning) {
    return of(key, new Kind.Time(), meaning);
  }

  static Setting size(String key, String meaning) {
    return of(key, new Kind.Size(), meaning);
  }

  static Setting flag(String key, String meaning) {
    return of(key, new Kind.Flag(), meaning);
  }

  static Setting location(String key, String meaning) {
    return of(key, new Kind.Location(), meaning);
  }

  static Setting secret(String key, String meaning) {
    return of(key, new Kind.Confidential(), meaning);
  }

  static Setting endpoint(String key, String meaning) {
    return of(key, new Kind.Endpoint(), meaning);
  }

  static Setting choice(String key, List<String> options, String meaning) {
    return of(key, new Kind.Choice(options), meaning);
  }

  private static Setting of(String key, Kind kind, String meaning) {
    var none = new Fallback.None();
    return new Setting(key, kind, none, none, Requirement.NEVER, meaning);
  }

  /** The same default in both profiles; <code>${key}</code> stands for another setting's value. */
  Setting or(String text) {
    return withFallback(new Fallback.Template(text));
  }

  /** A default that depends on whether {@code key} is set. */
  Setting orWhereSet(String other, String then, String otherwise) {
    return withFallback(new Fallback.WhereSet(other, then, otherwise));
  }

  /** A default that is found out from the machine. */
  Setting orMeasured(String words, IntSupplier number) {
    return withFallback(new Fallback.Measured(words, number));
  }

  /** Another default in the local profile. Comes after {@code or…}. */
  Setting locally(String text) {
    return new Setting(key, kind, fallback, new Fallback.Template(text), requirement, meaning);
  }

  Setting required() {
    return new Setting(key, kind, fallback, local, Requirement.ALWAYS_OUTSIDE_LOCAL, meaning);
  }

  Setting requiredWithDuckgres() {
    return new Setting(key, kind, fallback, local, Requirement.WITH_DUCKGRES, meaning);
  }

  private Setting withFallback(Fallback both) {
    return new Setting(key, kind, both, both, requirement, meaning);
  }

  /** The environment variable that sets it. */
  String variable() {
    return key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
  }

  boolean isSecret() {
    return kind instanceof Kind.Confidential;
  }

  Fallback fallback(Profile profile) {
    return profile == Profile.LOCAL ? local : fallback;
  }
}
