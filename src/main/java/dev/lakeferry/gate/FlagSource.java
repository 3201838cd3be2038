package dev.lakeferry.gate;

import dev.openfeature.sdk.FeatureProvider;
import java.util.Optional;

/** Where flags come from. */
interface FlagSource extends AutoCloseable {

  /** What evaluates them. */
  FeatureProvider provider();

  /** Why none of them can be used now, as a sentence for the operator; empty if they can. */
  Optional<String> problem();

  /** Names such a problem for metrics: one word. */
  String problemKind();

  /** What an operator does against errors, to follow a semicolon. */
  String remedy();

  @Override
  void close();
}
