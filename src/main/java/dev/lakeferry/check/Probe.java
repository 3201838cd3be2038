package dev.lakeferry.check;

import java.util.List;

/** Looks at one part, for real. It may take long or never answer: the doctor stops waiting. */
abstract class Probe {
  private final String name;
  private final List<String> needs;

  /**
   * Names the part.
   *
   * @param needs the parts without which looking makes no sense; their probes come first
   */
  Probe(String name, String... needs) {
    this.name = name;
    this.needs = List.of(needs);
  }

  final String name() {
    return name;
  }

  final List<String> needs() {
    return needs;
  }

  /** Looks; what it throws is told as failed. */
  abstract Finding look() throws Exception;
}
