package dev.lakeferry.job;

import dev.lakeferry.naming.TableName;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** That nothing is published to a table until it is released. */
public record Hold(TableName table, String reason, String by, Instant at) {

  /** One sentence, for whoever wonders why nothing happens. */
  public String sentence() {
    return "%s is on hold since %s by %s: %s"
        .formatted(table, at.truncatedTo(ChronoUnit.SECONDS), by, reason);
  }
}
