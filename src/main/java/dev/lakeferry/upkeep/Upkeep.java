package dev.lakeferry.upkeep;

import dev.lakeferry.job.BoundTables;
import dev.lakeferry.job.CommitLock;
import dev.lakeferry.job.ErrorText;
import dev.lakeferry.job.Generations;
import dev.lakeferry.job.HeldLock;
import dev.lakeferry.job.OldestNeed;
import dev.lakeferry.job.Rollbacks;
import dev.lakeferry.job.TableHolds;
import dev.lakeferry.job.TableLock;
import dev.lakeferry.job.UpkeepLock;
import dev.lakeferry.lake.Catalog;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.lake.Observability;
import dev.lakeferry.objects.ObjectStore;
import dev.lakeferry.settings.LakeSettings;
import dev.lakeferry.settings.Settings;
import dev.lakeferry.state.StateDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a lake up: step by step, by one process at a time. DuckLake's CHECKPOINT and its deletion
 * of orphaned files are never called; they know neither our locks nor what was landed and is not
 * registered yet.
 */
public final class Upkeep {
  private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** Clocks of replicas differ by less. */
  private static final Duration SAME_MOMENT = Duration.ofSeconds(50);

  private final Settings settings;
  private final StateDatabase state;
  private final Supplier<Lake> engines;
  private final Catalog catalog;
  private final ObjectStore objects;
  private final ErrorText errors;
  private final UpkeepRules rules;
  private final UpkeepLog log;
  private final String lake;

  /**
   * Takes the parts of one lake.
   *
   * @param engines opens an engine of upkeep's own, which it closes
   * @param objects a client of the lake's store
   * @param errors keeps secrets out of stored messages
   */
  public Upkeep(
      Settings settings,
      StateDatabase state,
      Supplier<Lake> engines,
      Catalog catalog,
      ObjectStore objects,
      ErrorText errors) {
    this.settings = settings;
    this.state = state;
    this.engines = engines;
    this.catalog = catalog;
    this.objects = objects;
    this.errors = errors;
    this.rules = UpkeepRules.of(settings);
    this.lake = settings.lake().dataPath();
    this.log = new UpkeepLog(state.jdbi(), lake);
  }

  /** What was done. */
  public UpkeepLog log() {
    return log;
  }

  /**
   * Does some steps, in their own order. A step or a table that fails stops no other.
   *
   * @param dryRun whether nothing is to be changed
   * @return what was written into the log
   */
  public List<UpkeepEntry> run(Collection<Step> steps, boolean dryRun) {
    List<UpkeepEntry> entries = new ArrayList<>();
    Optional<HeldLock> lock = new UpkeepLock(state).lock(lake, PATIENCE);
    if (lock.isEmpty()) {
      for (Step step : steps) {
        Pass pass = new Pass(step, log, errors, dryRun, rules.timeBudget());
        pass.work(() -> Done.busy("another process keeps the lake up; the next pass looks again"));
        entries.addAll(pass.entries());
      }
      return entries;
    }
    try (HeldLock held = lock.get()) {
      entries.addAll(run(steps, dryRun, held));
    }
    return entries;
  }

  /**
   * Does one step as it is scheduled: every replica comes at the same moment, and one of them does
   * it.
   *
   * @return nothing where another did, or does
   */
  public List<UpkeepEntry> scheduled(Step step, boolean dryRun) {
    Optional<HeldLock> lock = new UpkeepLock(state).lock(lake, Duration.ZERO);
    if (lock.isEmpty()) {
      LOG.debug("Upkeep {}: another process keeps the lake up", step);
      return List.of();
    }
    try (HeldLock held = lock.get()) {
      return log.begunWithin(step, SAME_MOMENT) ? List.of() : run(List.of(step), dryRun, held);
    }
  }

  private List<UpkeepEntry> run(Collection<Step> steps, boolean dryRun, HeldLock held) {
    List<UpkeepEntry> entries = new ArrayList<>();
    try (Engine engine = new Engine(engines)) {
      for (Step step : Step.ALL) {
        if (steps.contains(step) && held.isHeld()) {
          Pass pass = new Pass(step, log, errors, dryRun, rules.timeBudget());
          guarded(step, pass, engine);
          entries.addAll(pass.entries());
        }
      }
      log.prune(rules.logAge());
    }
    return entries;
  }

  /** What a step looks at before its first piece of work may fail as well. */
  private void guarded(Step step, Pass pass, Engine engine) {
    try {
      step(step, engine).run(pass);
    } catch (RuntimeException e) {
      pass.work(
          () -> {
            throw e;
          });
    }
  }

  private UpkeepStep step(Step step, Engine engine) {
    LakeSettings place = settings.lake();
    CommitLock commits = new CommitLock(state);
    BoundTables bound = new BoundTables(state.jdbi(), lake);
    TableTurn turns = new TableTurn(new TableLock(state), new TableHolds(state.jdbi(), lake), lake);
    Compactor compactor =
        new Compactor(
            engine, catalog, commits, new Generations(state.jdbi()), lake, rules.commitWait());
    return switch (step) {
      case FLUSH -> new FlushStep(catalog, bound, turns, compactor);
      case EXPIRE ->
          new ExpireStep(engine, catalog, new OldestNeed(state.jdbi(), lake), commits, lake, rules);
      case MERGE, REWRITE -> new CompactStep(step, catalog, bound, turns, compactor, rules);
      case CLEAN_UP -> new CleanUpStep(catalog, objects, place, rules);
      case LEFTOVERS ->
          new LeftoversStep(
              new LeftoverSweep(state, engine.lake(), catalog, objects, place, rules.commitWait()),
              LeftoverSweep.Limits.of(settings, true),
              new DeadRollbacks(
                  new Rollbacks(state.jdbi(), lake),
                  new TableLock(state),
                  catalog,
                  objects,
                  place));
      case STATISTICS -> new StatisticsStep(catalog, rules);
      case VIEWS ->
          new ViewsStep(catalog, new Observability(settings.catalog(), place.metadataSchema()));
    };
  }
}
