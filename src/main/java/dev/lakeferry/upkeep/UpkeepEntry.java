package dev.lakeferry.upkeep;

import dev.lakeferry.naming.TableName;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A row of {@code upkeep_log}.
 *
 * @param table null where the step was of the whole lake
 * @param dryRun whether nothing was changed
 * @param finishedAt null while it goes on, or where its process died
 * @param outcome likewise
 * @param figures what was found and done, by name
 * @param notes what an operator should know
 * @param error why it failed, or null
 */
public record UpkeepEntry(
    long id,
    Step step,
    TableName table,
    boolean dryRun,
    Instant startedAt,
    Instant finishedAt,
    Outcome outcome,
    Map<String, Long> figures,
    List<String> notes,
    String error) {

  /** How it ended. */
  public enum Outcome {
    DONE,
    NOTHING,
    BUSY,
    HELD,
    FAILED;

    /** As the log writes it. */
    public String id() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
