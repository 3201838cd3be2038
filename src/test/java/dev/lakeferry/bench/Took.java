package dev.lakeferry.bench;

import java.lang.management.ManagementFactory;

/**
 * What a turn took.
 *
 * @param seconds on the clock
 * @param processor seconds of processor time of this process, the embedded S3 server among it; NaN
 *     where the JVM does not know
 */
record Took(double seconds, double processor) {

  /** Begins to measure. */
  static Begun begin() {
    return new Begun(System.nanoTime(), processorTime());
  }

  private static long processorTime() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getProcessCpuTime()
        : -1;
  }

  /** When it began, on both clocks. */
  record Begun(long nanos, long processorNanos) {
    Took end() {
      long processor = processorTime();
      return new Took(
          (System.nanoTime() - nanos) / 1e9,
          processor < 0 ? Double.NaN : (processor - processorNanos) / 1e9);
    }
  }
}
