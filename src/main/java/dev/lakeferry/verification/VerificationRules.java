package dev.lakeferry.verification;

import dev.lakeferry.settings.CheckLevels;
import dev.lakeferry.settings.CheckLevels.Level;
import java.util.Optional;

/**
 * By what rules one table is verified.
 *
 * @param table which one
 * @param levels what built-in checks that do not pass mean
 * @param schemaPolicy what may change in the live table's columns
 * @param acceptSchema whether an operator accepted any change of them
 * @param decode how much is decoded
 * @param volumeDrop by which share of its rows the table may shrink; 0 to 1
 * @param nullCountsLargest up to how many bytes of files nulls are counted before the swap
 * @param declared what operators declared of this table
 * @param previousRows of the last generation that was published, if one was
 */
public record VerificationRules(
    CheckedTable table,
    CheckLevels levels,
    SchemaPolicy schemaPolicy,
    boolean acceptSchema,
    DecodeSize decode,
    double volumeDrop,
    long nullCountsLargest,
    Declared declared,
    Optional<Long> previousRows) {

  /** The level of a built-in check for this table. */
  Level level(String check) {
    return levels.of(check, table.workflow(), table.teamId(), table.name().toString());
  }

  /** Whether a built-in check is run at all. */
  public boolean runs(String check) {
    return level(check) != Level.OFF;
  }
}
