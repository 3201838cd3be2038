package dev.lakeferry.settings;

/** When a setting must have a value. */
enum Requirement {
  NEVER(""),
  ALWAYS_OUTSIDE_LOCAL("outside the local profile"),
  WITH_DUCKGRES("where Duckgres is the engine");

  private final String words;

  Requirement(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }

  boolean holds(Profile profile, boolean duckgres) {
    return switch (this) {
      case NEVER -> false;
      case ALWAYS_OUTSIDE_LOCAL -> profile != Profile.LOCAL;
      case WITH_DUCKGRES -> duckgres;
    };
  }
}
