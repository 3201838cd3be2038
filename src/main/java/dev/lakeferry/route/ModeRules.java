package dev.lakeferry.route;

import dev.lakeferry.generation.Plan;
import dev.lakeferry.job.WorkflowRun;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.settings.PublishModes;
import dev.lakeferry.settings.PublishModes.Mode;
import dev.lakeferry.settings.Settings;

/** Decides how a plan is published. */
final class ModeRules {
  private final PublishModes modes;
  private final long stagedAbove;
  private final long stagedRows;
  private final int chunk;

  ModeRules(Settings settings) {
    this.modes = PublishModes.parse(settings.text("lakeferry.publish.mode"));
    this.stagedAbove = settings.number("lakeferry.publish.staged-above");
    this.stagedRows = settings.number("lakeferry.publish.staged-rows");
    this.chunk = settings.number("lakeferry.publish.staged-chunk");
  }

  /**
   * A mode, and why it is that.
   *
   * @param staged else {@code swap}
   */
  record Choice(boolean staged, String reason) {
    /** As it is recorded of an attempt. */
    String mode() {
      return staged ? "staged" : "swap";
    }

    @Override
    public String toString() {
      return mode() + ": " + reason;
    }
  }

  /** About how many files a step of a staged publication registers. */
  int chunk() {
    return chunk;
  }

  Choice of(WorkflowRun run, TableName table, Plan plan) {
    Mode mode = modes.of(run.workflow(), run.teamId(), table.toString());
    return mode == Mode.AUTO
        ? bySize(plan.landed().size(), plan.columns().size(), plan.rewrittenRows())
        : new Choice(mode == Mode.STAGED, "as lakeferry.publish.mode says");
  }

  private Choice bySize(long files, long columns, long rewrittenRows) {
    if (files * columns > stagedAbove) {
      return new Choice(
          true, "%,d files × %,d columns is above %,d".formatted(files, columns, stagedAbove));
    }
    if (rewrittenRows > stagedRows) {
      return new Choice(
          true, "%,d rows to rewrite is above %,d".formatted(rewrittenRows, stagedRows));
    }
    return new Choice(
        false,
        "%,d files × %,d columns and %,d rows to rewrite are not above %,d and %,d"
            .formatted(files, columns, rewrittenRows, stagedAbove, stagedRows));
  }
}
