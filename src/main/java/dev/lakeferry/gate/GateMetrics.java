package dev.lakeferry.gate;

/** Counts what gates answer; called once a decision, on the asking thread, and must not throw. */
@FunctionalInterface
public interface GateMetrics {

  /** Counts nothing. */
  GateMetrics NONE = (flag, kind) -> {};

  /**
   * A flag could not be evaluated, so its gate was closed.
   *
   * @param kind one of few words, fit for a label: {@code FLAG_FILE}, {@code FLAG_DEFINITIONS},
   *     {@code TIMEOUT} or an OpenFeature error code such as {@code FLAG_NOT_FOUND}
   */
  void failed(String flag, String kind);
}
