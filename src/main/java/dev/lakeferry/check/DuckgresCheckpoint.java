package dev.lakeferry.check;

import dev.lakeferry.lake.Catalog;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.Quote;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.settings.Settings;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Whether a Duckgres server runs DuckLake's CHECKPOINT on this lake. A server on which it is on
 * makes the table {@code system.checkpoints} when it first starts, and writes a row after each;
 * there is nothing else by which it could be seen.
 */
final class DuckgresCheckpoint extends Probe {
  private static final TableName CHECKPOINTS = new TableName("system", "checkpoints");

  /** Twice what it does unless it is told otherwise. */
  private static final Duration LATELY = Duration.ofHours(48);

  private static final String CHANGE =
      "Set ducklake.checkpoint_interval to 0s (DUCKGRES_DUCKLAKE_CHECKPOINT_INTERVAL=0s) and restart"
          + " Duckgres: its CHECKPOINT expires snapshots, merges and deletes files and knows neither our"
          + " locks nor our landings nor our retention; see docs/duckgres.md.";

  private final Settings settings;
  private final Clock clock = Clock.systemUTC();

  DuckgresCheckpoint(Settings settings) {
    super("duckgres checkpoint", EngineProbe.NAME);
    this.settings = settings;
  }

  @Override
  Finding look() {
    Optional<Instant> scheduled;
    try (Catalog catalog = new Catalog(settings.catalog(), settings.lake().metadataSchema())) {
      Optional<Long> table = catalog.tableId(CHECKPOINTS);
      if (table.isEmpty()) {
        return Finding.ok("off: no Duckgres has scheduled one for this lake");
      }
      scheduled = table.map(catalog::began).flatMap(catalog::snapshot).map(Catalog.Snapshot::time);
    }
    try (Lake lake = Lake.of(settings);
        LakeSession session = lake.open("check")) {
      Optional<Instant> last =
          session
              .first(
                  "SELECT max(epoch_ms(%s)) FROM %s"
                      .formatted(Quote.name("finished_at"), Lake.quoted(CHECKPOINTS)),
                  row -> {
                    long millis = row.getLong(1);
                    return row.wasNull()
                        ? Optional.<Instant>empty()
                        : Optional.of(Instant.ofEpochMilli(millis));
                  })
              .orElseThrow();
      return judge(scheduled, last, clock.instant());
    }
  }

  /**
   * Judges by what the lake tells.
   *
   * @param scheduled when the table was made; empty if that snapshot has expired
   * @param last when the last CHECKPOINT ended; empty if none ever did
   */
  static Finding judge(Optional<Instant> scheduled, Optional<Instant> last, Instant now) {
    String told =
        last.map(time -> "the last ran at " + time)
            .orElse(
                "it was scheduled"
                    + scheduled.map(time -> " at " + time).orElse("")
                    + ", and none has run");
    boolean lately =
        last.or(() -> scheduled).filter(time -> time.isAfter(now.minus(LATELY))).isPresent();
    return lately
        ? Finding.warning("on, or turned off lately: " + told, CHANGE)
        : Finding.ok("off, it seems: " + told);
  }
}
