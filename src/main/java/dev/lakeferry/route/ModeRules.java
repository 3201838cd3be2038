package dev.lakeferry.route;

import dev.lakeferry.generation.Plan;
import dev.lakeferry.job.WorkflowRun;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.settings.PublishModes;
import dev.lakeferry.settings.PublishModes.Mode;
import dev.lakeferry.settings.Settings;
import java.util.Locale;

/** Decides how a plan is published. */
final class ModeRules {
  /**
   * Files times columns whose COMMIT is over in about half a second: DuckLake takes about 0.22 ms
   * for each (measured). What takes longer than the others' commits are apart is overtaken by them
   * for ever.
   */
  private static final long CELLS_A_STEP = 2_000;

  private final PublishModes modes;
  private final long stagedAbove;
  private final long stagedRows;
  private final int chunk;
  private final double share;

  ModeRules(Settings settings) {
    this.modes = PublishModes.parse(settings.text("lakeferry.publish.mode"));
    this.stagedAbove = settings.number("lakeferry.publish.staged-above");
    this.stagedRows = settings.number("lakeferry.publish.staged-rows");
    this.chunk = settings.number("lakeferry.publish.staged-chunk");
    this.share = Double.parseDouble(settings.text("lakeferry.publish.incremental-share"));
  }

  /** How a generation is published. */
  enum Way {
    SWAP,
    STAGED,
    INCREMENTAL,
    /** It is the live one already; nothing is published. */
    UNCHANGED
  }

  /** A mode, and why it is that. */
  record Choice(Way way, String reason) {
    /** As it is recorded of an attempt. */
    String mode() {
      return way.name().toLowerCase(Locale.ROOT);
    }

    boolean staged() {
      return way == Way.STAGED;
    }

    @Override
    public String toString() {
      return mode() + ": " + reason;
    }
  }

  /**
   * About how many files a step of a staged publication registers.
   *
   * @param overtaken whether others' commits came before that of an earlier attempt
   */
  int chunk(Plan plan, boolean overtaken) {
    return overtaken
        ? (int) Math.max(1, Math.min(chunk, CELLS_A_STEP / Math.max(1, plan.columns().size())))
        : chunk;
  }

  /** Whether what a table is made of is to be remembered for the next generation. */
  boolean remembers(WorkflowRun run, TableName table) {
    Mode mode = mode(run, table);
    return mode == Mode.INCREMENTAL || mode == Mode.AUTO;
  }

  private Mode mode(WorkflowRun run, TableName table) {
    return modes.of(run.workflow(), run.teamId(), table.toString());
  }

  /**
   * Chooses.
   *
   * @param compared the plan beside the live generation; asked only where it matters
   * @param overtaken whether others' commits came before that of an earlier attempt
   */
  Choice of(WorkflowRun run, TableName table, Plan plan, Compared compared, boolean overtaken) {
    Choice chosen = of(run, table, plan, compared);
    return overtaken && chosen.way() == Way.SWAP && plan.registeredCells() > CELLS_A_STEP
        ? new Choice(
            Way.STAGED,
            "in small steps, since others' commits to the lake came before that of an earlier attempt")
        : chosen;
  }

  private Choice of(WorkflowRun run, TableName table, Plan plan, Compared compared) {
    return switch (mode(run, table)) {
      case SWAP -> new Choice(Way.SWAP, "as lakeferry.publish.mode says");
      case STAGED -> new Choice(Way.STAGED, "as lakeferry.publish.mode says");
      case INCREMENTAL ->
          compared.increment().isPresent()
              ? incremental(compared)
              : new Choice(
                  Way.SWAP, "not incremental, since %s".formatted(compared.impossible().get()));
      case AUTO -> auto(plan, compared);
    };
  }

  private Choice auto(Plan plan, Compared compared) {
    if (compared.increment().isEmpty()) {
      return bySize(plan, "not incremental, since " + compared.impossible().get());
    }
    return compared.unchanged() >= share
        ? incremental(compared)
        : bySize(
            plan,
            "not incremental, since only %s %% of the bytes are unchanged, less than lakeferry.publish.incremental-share (%s)"
                .formatted(percent(compared.unchanged()), share));
  }

  private static Choice incremental(Compared compared) {
    var increment = compared.increment().get();
    return increment.isNothing()
        ? new Choice(Way.UNCHANGED, "the live generation has just these files")
        : new Choice(
            Way.INCREMENTAL,
            "%,d files added, %,d removed, %,d kept (%s %% of the bytes)"
                .formatted(
                    increment.added().landed().size(),
                    increment.removed().size(),
                    increment.kept().size(),
                    percent(compared.unchanged())));
  }

  private static String percent(double unchanged) {
    return "%.1f".formatted(Math.floor(1000 * unchanged) / 10);
  }

  private Choice bySize(Plan plan, String notIncremental) {
    long files = plan.landed().size();
    long columns = plan.columns().size();
    if (plan.registeredCells() > stagedAbove) {
      return new Choice(
          Way.STAGED,
          "%,d files × %,d columns is above lakeferry.publish.staged-above (%,d); %s"
              .formatted(files, columns, stagedAbove, notIncremental));
    }
    if (plan.rewrittenRows() > stagedRows) {
      return new Choice(
          Way.STAGED,
          "%,d rows to rewrite is above lakeferry.publish.staged-rows (%,d); %s"
              .formatted(plan.rewrittenRows(), stagedRows, notIncremental));
    }
    return new Choice(
        Way.SWAP,
        "%,d files × %,d columns and %,d rows to rewrite are not above lakeferry.publish.staged-above (%,d) and staged-rows (%,d); %s"
            .formatted(
                files, columns, plan.rewrittenRows(), stagedAbove, stagedRows, notIncremental));
  }
}
