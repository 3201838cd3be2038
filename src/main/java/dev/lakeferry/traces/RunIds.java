package dev.lakeferry.traces;

import dev.lakeferry.naming.Sha256;
import io.opentelemetry.api.trace.TraceId;
import io.opentelemetry.sdk.trace.IdGenerator;
import java.util.function.Supplier;

/**
 * Gives a trace the id that its run's name stands for, so that all attempts at a run are one trace,
 * whichever process makes them.
 */
final class RunIds implements IdGenerator {
  private static final int TRACE_ID_DIGITS = 32;

  private final IdGenerator random = IdGenerator.random();
  private final ThreadLocal<String> run = new ThreadLocal<>();

  /** Does something whose new traces are the run's. */
  <T> T within(String runId, Supplier<T> work) {
    run.set(traceId(runId));
    try {
      return work.get();
    } finally {
      run.remove();
    }
  }

  /** 32 hexadecimal digits, by which a run's trace is found. */
  static String traceId(String runId) {
    return Sha256.hex(runId, TRACE_ID_DIGITS);
  }

  @Override
  public String generateTraceId() {
    String id = run.get();
    return id != null && TraceId.isValid(id) ? id : random.generateTraceId();
  }

  @Override
  public String generateSpanId() {
    return random.generateSpanId();
  }
}
