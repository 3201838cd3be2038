package dev.lakeferry.upkeep;

import dev.lakeferry.settings.Settings;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * How a lake is kept up.
 *
 * @param retention how long the lake's past stays readable
 * @param floor no snapshot younger than this is expired, whatever else is said
 * @param expireBudget snapshots that one pass expires at most
 * @param cleanUpAge how long files have not been needed before they are deleted
 * @param cleanUpBudget objects that one pass deletes at most
 * @param smallBelow bytes below which a file is small
 * @param smallFiles how many small files a table has at least to be merged
 * @param mergeBudget tables that one pass merges at most
 * @param mergeRegistered whether tables that hold registered files are compacted as well
 * @param rewriteAbove deleted rows as a share of a file's rows, above which it is written anew
 * @param rewriteBudget tables that one pass rewrites at most
 * @param purgeStatistics whether statistics that no snapshot needs are deleted
 * @param timeBudget how long one step may take
 * @param commitWait how long to wait for the turn to commit
 * @param logAge how long the log is kept
 */
public record UpkeepRules(
    Duration retention,
    Duration floor,
    int expireBudget,
    Duration cleanUpAge,
    int cleanUpBudget,
    long smallBelow,
    int smallFiles,
    int mergeBudget,
    boolean mergeRegistered,
    double rewriteAbove,
    int rewriteBudget,
    boolean purgeStatistics,
    Duration timeBudget,
    Duration commitWait,
    Duration logAge) {

  /** As the settings say. */
  public static UpkeepRules of(Settings settings) {
    return new UpkeepRules(
        settings.duration("lakeferry.upkeep.retention"),
        floor(settings),
        settings.number("lakeferry.upkeep.expire.budget"),
        settings.duration("lakeferry.upkeep.clean-up.age"),
        settings.number("lakeferry.upkeep.clean-up.budget"),
        settings.size("lakeferry.upkeep.merge.small"),
        settings.number("lakeferry.upkeep.merge.files"),
        settings.number("lakeferry.upkeep.merge.budget"),
        settings.flag("lakeferry.upkeep.merge.registered"),
        Double.parseDouble(settings.text("lakeferry.upkeep.rewrite.deleted")),
        settings.number("lakeferry.upkeep.rewrite.budget"),
        settings.flag("lakeferry.upkeep.purge-statistics"),
        settings.duration("lakeferry.upkeep.time-budget"),
        settings.duration("lakeferry.commit.wait"),
        settings.duration("lakeferry.retention.runs"));
  }

  /**
   * How old a snapshot is at least that is expired. Law "memory outlives retention": the settings
   * refuse a retention below the floor, and if one came by another way it would not count.
   */
  public Duration expireAge() {
    return longer(retention, floor);
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  /** Law "memory outlives retention": younger snapshots may be what a conflict is seen by. */
  private static Duration floor(Settings settings) {
    return Stream.of("registrations", "copies", "models")
        .map(workflow -> settings.duration("lakeferry.%s.time-budget".formatted(workflow)))
        .reduce(LEAST, UpkeepRules::longer);
  }

  private static final Duration LEAST = Duration.ofHours(24);
}
