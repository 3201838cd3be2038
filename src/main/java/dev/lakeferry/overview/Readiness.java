package dev.lakeferry.overview;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** How a source schema or model stands, the most urgent first. */
public enum Readiness {
  /** Its latest attempt failed. */
  NEEDS_ATTENTION("Needs attention"),
  /** An attempt is running. */
  BACKFILLING("Backfilling"),
  /** No attempt yet, or the latest was skipped or went stale. */
  WAITING("Waiting"),
  /** Its latest attempt was completed. */
  UP_TO_DATE("Up to date"),
  /** Upstream does not import it. */
  SYNC_PAUSED("Sync paused"),
  /** Of a whole without any part: nothing is known yet. */
  NOT_CONFIGURED("Not configured");

  private final String label;

  Readiness(String label) {
    this.label = label;
  }

  /** As JSON and filters name it, such as {@code up_to_date}. */
  @JsonValue
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** As people read it. */
  public String label() {
    return label;
  }

  /** Finds a state by its id. */
  public static Optional<Readiness> of(String id) {
    for (Readiness state : values()) {
      if (state.id().equals(id)) {
        return Optional.of(state);
      }
    }
    return Optional.empty();
  }

  /** The state of a whole: its most urgent part's; {@link #NOT_CONFIGURED} without any. */
  public static Readiness worst(Collection<Readiness> parts) {
    return parts.stream().min(Readiness::compareTo).orElse(NOT_CONFIGURED);
  }
}
