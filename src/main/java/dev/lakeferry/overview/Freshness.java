package dev.lakeferry.overview;

import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/**
 * How old the applied data is, against its target.
 *
 * @param state whether the target is met
 * @param dataFrom when what is applied had finished upstream, or null where nothing is applied
 * @param ageSeconds since then, or null
 * @param targetSeconds how old it may be, or null without a target
 */
public record Freshness(State state, Instant dataFrom, Long ageSeconds, Long targetSeconds) {

  /** Whether a target is met. */
  public enum State {
    /** Young enough. */
    FRESH,
    /** Older than its target: the alert state. */
    LATE,
    /** No target, or nothing that it could be measured by. */
    UNMEASURED;

    /** As JSON names it. */
    @JsonValue
    public String id() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Measures.
   *
   * @param applied when what is applied had finished upstream, or null where nothing is
   * @param firstSeen what to measure by where nothing is applied: since when upstream has data, or
   *     null
   * @param target null without one
   */
  static Freshness of(Instant applied, Instant firstSeen, Duration target, Instant now) {
    Long age = applied == null ? null : seconds(applied, now);
    Instant since = applied == null ? firstSeen : applied;
    if (target == null || since == null) {
      return new Freshness(
          State.UNMEASURED, applied, age, target == null ? null : target.toSeconds());
    }
    boolean late = seconds(since, now) > target.toSeconds();
    return new Freshness(late ? State.LATE : State.FRESH, applied, age, target.toSeconds());
  }

  private static long seconds(Instant from, Instant to) {
    return Math.max(0, to.getEpochSecond() - from.getEpochSecond());
  }
}
