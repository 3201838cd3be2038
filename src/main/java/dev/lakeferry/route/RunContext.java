package dev.lakeferry.route;

import java.util.ArrayList;
import java.util.List;
import org.slf4j.MDC;

/**
 * Puts run, team, table and attempt into every log line until it is closed; then what stood there
 * before stands there again.
 */
final class RunContext implements AutoCloseable {
  private static final List<String> KEYS = List.of("run", "team", "table", "attempt");

  private final List<String> before = new ArrayList<>(KEYS.size());

  private RunContext() {
    KEYS.forEach(key -> before.add(MDC.get(key)));
  }

  static RunContext of(Passage passage) {
    RunContext context = new RunContext();
    MDC.put("run", passage.run().id());
    MDC.put("team", Long.toString(passage.run().teamId()));
    passage.knownTable().ifPresent(table -> MDC.put("table", table.toString()));
    passage
        .startedAttempt()
        .ifPresent(attempt -> MDC.put("attempt", Integer.toString(attempt.attempt())));
    return context;
  }

  @Override
  public void close() {
    for (int i = 0; i < KEYS.size(); i++) {
      if (before.get(i) == null) {
        MDC.remove(KEYS.get(i));
      } else {
        MDC.put(KEYS.get(i), before.get(i));
      }
    }
  }
}
