package dev.lakeferry.check;

import java.util.Locale;

/** How a part was found. */
public enum Result {
  OK,
  WARNING,
  FAILED,
  NOT_CHECKED;

  /** As people and scripts read it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
