package dev.lakeferry.upkeep;

import dev.lakeferry.job.CommitLock;
import dev.lakeferry.job.HeldLock;
import dev.lakeferry.job.OldestNeed;
import dev.lakeferry.job.OldestNeed.Need;
import dev.lakeferry.job.SessionName;
import dev.lakeferry.lake.Catalog;
import dev.lakeferry.lake.ExpirableSnapshots;
import dev.lakeferry.lake.LakeMeasures;
import dev.lakeferry.lake.LakeSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Forgets snapshots that are older than the retention.
 *
 * <p>Law "memory outlives retention": DuckLake sees a conflict only by the snapshots since a
 * transaction's own, so none is expired on which something under way may stand, nor any younger
 * than 24 hours or the longest time budget.
 */
final class ExpireStep implements UpkeepStep {
  /** So many at once, so that publications wait for their turn to commit for moments only. */
  private static final int AT_ONCE = 100;

  /** How much longer what is under way is thought to last than it says. */
  private static final Duration MARGIN = Duration.ofMinutes(5);

  private final Engine engine;
  private final Catalog catalog;
  private final OldestNeed needs;
  private final CommitLock commits;
  private final String lake;
  private final UpkeepRules rules;

  ExpireStep(
      Engine engine,
      Catalog catalog,
      OldestNeed needs,
      CommitLock commits,
      String lake,
      UpkeepRules rules) {
    this.engine = engine;
    this.catalog = catalog;
    this.needs = needs;
    this.commits = commits;
    this.lake = lake;
    this.rules = rules;
  }

  @Override
  public void run(Pass pass) {
    pass.work(() -> expire(pass));
  }

  private Done expire(Pass pass) {
    List<String> notes = new ArrayList<>();
    ExpirableSnapshots snapshots = new ExpirableSnapshots(catalog);
    option(snapshots).ifPresent(notes::add);
    Duration age = age(notes);
    long expirable = Math.min(snapshots.count(age), rules.expireBudget());
    if (pass.dryRun() || expirable == 0) {
      return Done.of(Map.of("snapshots_to_expire", expirable), notes, "snapshots_to_expire");
    }
    long pendingBefore = pending();
    long expired = 0;
    try (LakeSession session = engine.lake().open("upkeep expire")) {
      while (expired < expirable && pass.hasTime()) {
        List<Long> some = snapshots.olderThan(age, (int) Math.min(AT_ONCE, expirable - expired));
        if (some.isEmpty()) {
          break;
        }
        try (HeldLock turn = commits.lock(lake, SessionName.of("upkeep"), rules.commitWait())) {
          ExpirableSnapshots.expire(session, some);
        }
        expired += some.size();
      }
    }
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("snapshots_expired", expired);
    figures.put("snapshots_to_expire", snapshots.count(age));
    figures.put("files_scheduled_for_deletion", pending() - pendingBefore);
    return Done.of(figures, notes, "snapshots_expired");
  }

  /** How old a snapshot must be at least. */
  private Duration age(List<String> notes) {
    Duration age = rules.expireAge();
    Optional<Need> need = needs.find();
    if (need.isPresent()) {
      Duration needed = need.get().age().plus(MARGIN);
      if (needed.compareTo(age) > 0) {
        notes.add(
            "snapshots are kept for %s, which began %d hours ago and has not ended"
                .formatted(need.get().who(), need.get().age().toHours()));
        age = needed;
      }
    }
    return age;
  }

  private Optional<String> option(ExpirableSnapshots snapshots) {
    return snapshots
        .option()
        .filter(option -> snapshots.optionBelow(rules.floor()))
        .map(
            option ->
                ("the lake's option expire_older_than is '%s', less than the %d hours that"
                        + " publications need; it is refused here, but other clients follow it."
                        + " Raise it: CALL <lake>.set_option('expire_older_than', '7 days')")
                    .formatted(option, rules.floor().toHours()));
  }

  private long pending() {
    return new LakeMeasures(catalog).read().get("pending_deletions");
  }
}
