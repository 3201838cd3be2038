package dev.lakeferry.route;

import dev.lakeferry.completion.Payload;
import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.failure.SupersededFailure;
import dev.lakeferry.gate.Gate;
import dev.lakeferry.gate.GateDecision;
import dev.lakeferry.gate.GateSubject;
import dev.lakeferry.job.Attempt;
import dev.lakeferry.job.AttemptEvents;
import dev.lakeferry.job.Generations;
import dev.lakeferry.job.Heartbeats;
import dev.lakeferry.job.Jobs;
import dev.lakeferry.job.RunStore;
import dev.lakeferry.job.Watch;
import dev.lakeferry.job.WorkflowRun;
import dev.lakeferry.metrics.ServiceMeters;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.support.SynchronizationAdapter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A run up to its attempt, or its end at the gate: the bean {@code jobs} of the routes. */
public final class RunSteps {
  private static final Logger LOG = LoggerFactory.getLogger(RunSteps.class);
  private static final String GATE_REASON = "lakeferryGateReason";

  private final Jobs jobs;
  private final RunStore runs;
  private final Generations generations;
  private final Heartbeats heartbeats;
  private final WorkflowLimits limits;
  private final Gate gate;
  private final boolean refuseBoth;
  private final ServiceMeters meters;
  private final AttemptEvents events;
  private final Lakes lakes;

  RunSteps(Parts parts, ServiceMeters meters) {
    this.jobs = parts.jobs();
    this.runs = new RunStore(parts.state().jdbi());
    this.generations = new Generations(parts.state().jdbi());
    this.heartbeats = parts.heartbeats();
    this.limits = new WorkflowLimits(parts.settings());
    this.gate = parts.gate();
    this.refuseBoth = parts.settings().text("lakeferry.imports.both-paths").equals("refuse");
    this.meters = meters;
    this.events = parts.events();
    this.lakes = parts.lakes();
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
    GateSubject subject = subject(passage);
    GateDecision decision = gate.decide(flag, subject);
    meters.gate(flag, decision.open());
    exchange.setProperty(GATE_REASON, GateSteps.reason(flag, subject.teamId(), decision));
    return decision.open();
  }

  private static GateSubject subject(Passage passage) {
    Payload completion = Payload.parse(passage.run().payload());
    return new GateSubject(completion.teamId(), completion.teamUuid(), completion.organizationId());
  }

  /**
   * Minds that both import workflows write one table: where the other's flag is on as well, the
   * last swap wins, which is told, or refused where the settings say so.
   */
  public void mindOther(String otherFlag, Exchange exchange) {
    Passage passage = Passage.of(exchange);
    GateSubject subject = subject(passage);
    if (!gate.decide(otherFlag, subject).open()) {
      return;
    }
    try (RunContext context = RunContext.of(passage)) {
      String both =
          "Team %d has %s on as well: both workflows write this import's table, and the last swap wins."
              .formatted(subject.teamId(), otherFlag);
      if (refuseBoth) {
        throw new FinalFailure(
            both
                + " lakeferry.imports.both-paths is refuse, so neither is published. Switch one"
                + " flag off, then retry the run.");
      }
      LOG.warn("{} Switch one of the flags off.", both);
      meters.bothPaths();
    }
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
    Attempt attempt = jobs.start(passage.run());
    Watch watch = heartbeats.watch(attempt, limits.budget(attempt.workflowType()));
    exchange.getExchangeExtension().addOnCompletion(new EndOfWatch(watch, attempt, events));
    passage.started(attempt, watch);
    try (RunContext context = RunContext.of(passage)) {
      LOG.info("Attempt {} of {} begins", passage.attempt().attempt(), passage.run().id());
      jobs.refuseCancelled(attempt);
      passage.into(lakes.of(passage.run().organizationId()));
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

  /** The attempt is not worked on any more, however its exchange ended. */
  private static final class EndOfWatch extends SynchronizationAdapter {
    private final Watch watch;
    private final Attempt attempt;
    private final AttemptEvents events;

    EndOfWatch(Watch watch, Attempt attempt, AttemptEvents events) {
      this.watch = watch;
      this.attempt = attempt;
      this.events = events;
    }

    @Override
    public void onDone(Exchange exchange) {
      watch.close();
      events.released(attempt);
    }
  }
}
