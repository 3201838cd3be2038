package dev.lakeferry.metrics;

import java.util.List;

/** The workflows that are always told, also while nothing of them waits. */
final class Known {
  static final List<String> WORKFLOWS =
      List.of(
          "ducklake-register.data-imports",
          "ducklake-copy.data-imports",
          "ducklake-copy.data-modeling");

  private Known() {}
}
