package dev.lakeferry.route;

import java.util.List;
import org.slf4j.MDC;

/** Puts run, team, table and attempt into every log line of a step. */
final class RunContext implements AutoCloseable {
  private static final List<String> KEYS = List.of("run", "team", "table", "attempt");

  private RunContext() {}

  static RunContext of(Passage passage) {
    MDC.put("run", passage.run().id());
    MDC.put("team", Long.toString(passage.run().teamId()));
    passage.knownTable().ifPresent(table -> MDC.put("table", table.toString()));
    passage
        .startedAttempt()
        .ifPresent(attempt -> MDC.put("attempt", Integer.toString(attempt.attempt())));
    return new RunContext();
  }

  @Override
  public void close() {
    KEYS.forEach(MDC::remove);
  }
}
