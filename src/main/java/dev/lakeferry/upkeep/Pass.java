package dev.lakeferry.upkeep;

import dev.lakeferry.job.ErrorText;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.upkeep.UpkeepEntry.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One step of one pass: writes down each piece of work, and lets none of them stop the others. */
final class Pass {
  private static final Logger LOG = LoggerFactory.getLogger(Pass.class);

  private final Step step;
  private final UpkeepLog log;
  private final ErrorText errors;
  private final boolean dryRun;
  private final long ends;
  private final List<UpkeepEntry> entries = new ArrayList<>();

  /**
   * Begins.
   *
   * @param budget how long it may take
   */
  Pass(Step step, UpkeepLog log, ErrorText errors, boolean dryRun, Duration budget) {
    this.step = step;
    this.log = log;
    this.errors = errors;
    this.dryRun = dryRun;
    this.ends = System.nanoTime() + budget.toNanos();
  }

  /** Whether nothing is to be changed. */
  boolean dryRun() {
    return dryRun;
  }

  /** How much of the time is left; none is below zero. */
  Duration left() {
    return Duration.ofNanos(Math.max(0, ends - System.nanoTime()));
  }

  /** Whether there is any. */
  boolean hasTime() {
    return !left().isZero();
  }

  /** Does a piece of work of the whole lake. */
  void work(Supplier<Done> work) {
    work(null, work);
  }

  /** Does a piece of work on one table, or on the whole lake. */
  void work(TableName table, Supplier<Done> work) {
    long id = log.begin(step, table, dryRun);
    Done done;
    String error = null;
    try {
      done = work.get();
    } catch (RuntimeException e) {
      error = errors.of(e);
      done = new Done(Outcome.FAILED, Map.of(), List.of(), Optional.empty());
      LOG.warn("Upkeep {}{} failed: {}", step, table == null ? "" : " of " + table, error);
      LOG.debug("Upkeep failed", e);
    }
    UpkeepEntry entry = log.end(id, done, error);
    entries.add(entry);
    if (entry.outcome() != Outcome.NOTHING && error == null) {
      LOG.info(
          "Upkeep {}{}{}: {} {}",
          step,
          table == null ? "" : " of " + table,
          dryRun ? " (dry run)" : "",
          entry.outcome().id(),
          entry.figures());
    }
    entry.notes().forEach(note -> LOG.info("Upkeep {}: {}", step, note));
  }

  /** What was written down. */
  List<UpkeepEntry> entries() {
    return List.copyOf(entries);
  }
}
