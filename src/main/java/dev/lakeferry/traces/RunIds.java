package dev.lakeferry.traces;

import io.opentelemetry.api.trace.TraceId;
import io.opentelemetry.sdk.trace.IdGenerator;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.Supplier;

/**
 * Gives a trace the id that its run's name stands for, so that all attempts at a run are one trace,
 * whichever process makes them.
 */
final class RunIds implements IdGenerator {
  private static final int TRACE_ID_BYTES = 16;

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
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(runId.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, TRACE_ID_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every JDK has SHA-256.", e);
    }
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
