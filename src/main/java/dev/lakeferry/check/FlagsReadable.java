package dev.lakeferry.check;

import dev.lakeferry.gate.Gate;
import dev.lakeferry.gate.GateDecision;
import dev.lakeferry.gate.GateMetrics;
import dev.lakeferry.gate.GateSubject;
import dev.lakeferry.settings.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Whether flags can be evaluated: if not, every gate is off. */
final class FlagsReadable extends Probe {
  private static final List<String> FLAGS =
      List.of(
          "ducklake-data-modeling-copy-workflow",
          "ducklake-data-imports-copy-workflow",
          "ducklake-data-imports-registration-workflow");

  /** Nobody; the answer is not looked at, but whether there is one. */
  private static final GateSubject NOBODY =
      new GateSubject(
          0, "00000000-0000-0000-0000-000000000000", "00000000-0000-0000-0000-000000000000");

  private final Settings settings;
  private final String provider;

  FlagsReadable(Settings settings) {
    super("flags");
    this.settings = settings;
    this.provider = settings.text("lakeferry.flags.provider");
  }

  @Override
  Finding look() {
    return provider.equals("file") ? file(settings.path("lakeferry.flags.file")) : service();
  }

  private static Finding file(Path file) {
    Optional<String> problem = Gate.problem(file);
    return problem
        .map(
            words ->
                Finding.failed(
                    words,
                    "Mend it, or correct LAKEFERRY_FLAGS_FILE; until then every gate is off."))
        .orElseGet(() -> Finding.ok(file + " is read"));
  }

  private Finding service() {
    try (Gate gate = Gate.of(settings, GateMetrics.NONE)) {
      for (String flag : FLAGS) {
        GateDecision decision = gate.decide(flag, NOBODY);
        if (decision.error()) {
          return Finding.failed(
              "%s cannot evaluate %s: %s".formatted(provider, flag, decision.reason()),
              "Make the flag there, or correct LAKEFERRY_FLAGS_%s_…; until then its gate is off."
                  .formatted(provider.toUpperCase(Locale.ROOT)));
        }
      }
      return Finding.ok(provider + " evaluates the three flags");
    }
  }
}
