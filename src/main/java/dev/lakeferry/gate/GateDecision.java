package dev.lakeferry.gate;

/**
 * What a gate answered.
 *
 * @param open whether the workflow may run; never true together with {@code error}
 * @param reason for an operator: OpenFeature's reason ({@code STATIC}, {@code DEFAULT}, {@code
 *     TARGETING_MATCH}), or what went wrong
 * @param error whether it is closed because the flag could not be evaluated, rather than because it
 *     is off
 */
public record GateDecision(boolean open, String reason, boolean error) {

  static GateDecision failed(String kind, String detail) {
    return new GateDecision(false, kind + ": " + detail, true);
  }
}
