package dev.lakeferry.route;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.completion.ImportPayload;
import dev.lakeferry.failure.SupersededFailure;
import dev.lakeferry.gate.Gate;
import dev.lakeferry.gate.GateDecision;
import dev.lakeferry.gate.GateSubject;
import dev.lakeferry.job.Generations;
import dev.lakeferry.job.Jobs;
import dev.lakeferry.job.RunStore;
import dev.lakeferry.job.WorkflowRun;
import java.util.Map;
import org.apache.camel.Exchange;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The beginning of a run: the bean {@code jobs} of the routes. */
public final class RunSteps {
  private static final Logger LOG = LoggerFactory.getLogger(RunSteps.class);
  private static final String GATE_REASON = "lakeferryGateReason";

  private final Jobs jobs;
  private final RunStore runs;
  private final Generations generations;
  private final Gate gate;

  RunSteps(Parts parts) {
    this.jobs = parts.jobs();
    this.runs = new RunStore(parts.state().jdbi());
    this.generations = new Generations(parts.state().jdbi());
    this.gate = parts.gate();
  }

  /** Takes the row of a claimed run from the body. */
  public void load(Exchange exchange) {
    String id = String.valueOf(exchange.getMessage().getBody(Map.class).get("id"));
    WorkflowRun run =
        runs.find(id)
            .orElseThrow(() -> new IllegalStateException("Run %s is not there.".formatted(id)));
    Passage.begin(exchange, run);
  }

  /** Whether a flag is on for the run's team. */
  public boolean open(String flag, Exchange exchange) {
    Passage passage = Passage.of(exchange);
    CompletedImport completion = ImportPayload.parse(passage.run().payload());
    GateDecision decision =
        gate.decide(
            flag,
            new GateSubject(
                completion.teamId(), completion.teamUuid(), completion.organizationId()));
    exchange.setProperty(
        GATE_REASON,
        "The flag %s is off for team %d (%s). Switch it on, then run: bin/lakeferry regate --team %d"
            .formatted(flag, completion.teamId(), decision.reason(), completion.teamId()));
    return decision.open();
  }

  /** Ends a run whose gate is off. */
  public void skip(Exchange exchange) {
    Passage passage = Passage.of(exchange);
    try (RunContext context = RunContext.of(passage)) {
      String reason = exchange.getProperty(GATE_REASON, "The gate is off.", String.class);
      jobs.skip(passage.run(), reason);
      LOG.info("Skipped: {}", reason);
    }
  }

  /** Begins an attempt, unless a newer generation is on its way. */
  public void start(Exchange exchange) {
    Passage passage = Passage.of(exchange);
    passage.started(jobs.start(passage.run()));
    try (RunContext context = RunContext.of(passage)) {
      LOG.info("Attempt {} of {} begins", passage.attempt().attempt(), passage.run().id());
      generations
          .newerKnown(passage.run())
          .ifPresent(
              newer -> {
                throw new SupersededFailure(
                    newer,
                    "A newer generation of this table is known (run %s), so this one is not published."
                        .formatted(newer));
              });
    }
  }
}
