package dev.lakeferry.route;

import dev.lakeferry.gate.Gate;
import dev.lakeferry.gate.GateDecision;
import dev.lakeferry.gate.GateSubject;
import dev.lakeferry.job.ClosedGates;
import dev.lakeferry.job.ClosedGates.Asked;
import dev.lakeferry.job.ClosedGates.Closed;
import dev.lakeferry.metrics.ServiceMeters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks the gates of what is due, before it is claimed: the bean {@code gates} of the routes. */
public final class GateSteps {
  private static final Logger LOG = LoggerFactory.getLogger(GateSteps.class);

  private final ClosedGates gates;
  private final Gate gate;
  private final Runnable ready;
  private final ServiceMeters meters;

  GateSteps(Parts parts, Readiness readiness, ServiceMeters meters) {
    this(
        new ClosedGates(parts.state().jdbi(), parts.instance(), parts.errors()),
        parts.gate(),
        readiness::check,
        meters);
  }

  /**
   * Takes the parts that it needs.
   *
   * @param ready throws where no work may be done now
   */
  GateSteps(ClosedGates gates, Gate gate, Runnable ready, ServiceMeters meters) {
    this.gates = gates;
    this.gate = gate;
    this.ready = ready;
    this.meters = meters;
  }

  /** Why a run of a team is skipped, for the operator. */
  static String reason(String flag, long teamId, GateDecision decision) {
    return "The flag %s is off for team %d (%s). Switch it on, then run: bin/lakeferry regate --team %d"
        .formatted(flag, teamId, decision.reason(), teamId);
  }

  /**
   * Skips the due runs of a workflow of those teams for which its flag is off, until none is left.
   * Where a flag cannot be evaluated nothing is skipped here: a file that is broken for a moment
   * must not end all that is due.
   */
  public void skipClosed(String workflow, String flag) {
    Map<String, Integer> told = new TreeMap<>();
    int skipped = ClosedGates.BATCH;
    while (skipped == ClosedGates.BATCH) {
      ready.run();
      // Asked anew for each batch: a flag may be switched on meanwhile.
      List<Closed> closed = closed(workflow, flag);
      skipped = closed.isEmpty() ? 0 : gates.skip(workflow, closed);
      if (skipped > 0) {
        told.merge(teams(closed), skipped, Integer::sum);
      }
    }
    told.forEach(
        (teams, runs) ->
            LOG.info(
                "Skipped {} due runs of {}: the flag {} is off for {}",
                runs,
                workflow,
                flag,
                teams));
  }

  private static String teams(List<Closed> closed) {
    return closed.size() == 1 ? "team " + closed.get(0).asked().teamId() : closed.size() + " teams";
  }

  private List<Closed> closed(String workflow, String flag) {
    List<Closed> closed = new ArrayList<>();
    for (Asked asked : gates.waiting(workflow)) {
      GateDecision decision =
          gate.decide(
              flag, new GateSubject(asked.teamId(), asked.teamUuid(), asked.organizationId()));
      if (!decision.open() && !decision.error()) {
        meters.gate(flag, false);
        closed.add(new Closed(asked, reason(flag, asked.teamId(), decision)));
      }
    }
    return closed;
  }
}
