package dev.lakeferry.objects;

import java.util.Map;
import java.util.concurrent.Callable;
import org.slf4j.MDC;

/** Takes what every log line of a run carries along to the threads that work for it. */
public final class LogContext {
  private LogContext() {}

  /** The same work, whose log lines carry what those of the calling thread carry now. */
  public static <T> Callable<T> carried(Callable<T> work) {
    Map<String, String> context = MDC.getCopyOfContextMap();
    return () -> {
      if (context != null) {
        MDC.setContextMap(context);
      }
      try {
        return work.call();
      } finally {
        MDC.clear();
      }
    };
  }
}
