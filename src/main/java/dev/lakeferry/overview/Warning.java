package dev.lakeferry.overview;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/**
 * What an operator should know of a line although its state does not say it.
 *
 * @param text a sentence for people
 */
public record Warning(Kind kind, String text) {
  /** What is warned of. */
  public enum Kind {
    /** Both import workflows carry the same jobs. */
    BOTH_WORKFLOWS("both flags on"),
    /** A run killed its worker again and again, and was given up. */
    QUARANTINED("quarantined"),
    /** Newer data finished upstream some time ago and is not applied. */
    LAGGING("lagging"),
    /** Nothing is published to its table until an operator releases it. */
    ON_HOLD("on hold"),
    /** A run has been due for long, and nobody took it. */
    OVERDUE("overdue run");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    /** As JSON and filters name it. */
    @JsonValue
    public String id() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** In few words. */
    public String label() {
      return label;
    }
  }
}
