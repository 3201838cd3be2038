package dev.lakeferry.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How much memory the process takes in all: heap, the rest of the JVM, and DuckDB, which no meter
 * of the JVM knows. It is what the platform compares with its limit.
 */
final class ResidentMemory {
  private static final String LINE = "VmRSS:";

  private final Path status;

  /** Takes where Linux tells it, {@code /proc/self/status}. */
  ResidentMemory(Path status) {
    this.status = status;
  }

  static void register(MeterRegistry registry) {
    Gauge.builder(
            "lakeferry.process.resident.bytes",
            new ResidentMemory(Path.of("/proc/self/status")),
            ResidentMemory::bytes)
        // The registry alone would not keep it.
        .strongReference(true)
        .register(registry);
  }

  /** Bytes; not a number where the system does not tell. */
  double bytes() {
    try {
      return Files.readAllLines(status).stream()
          .filter(line -> line.startsWith(LINE))
          .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")) * 1024)
          .findFirst()
          .orElse(Double.NaN);
    } catch (IOException | NumberFormatException e) {
      return Double.NaN;
    }
  }
}
