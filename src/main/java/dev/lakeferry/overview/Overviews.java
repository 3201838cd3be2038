package dev.lakeferry.overview;

import dev.lakeferry.job.Hold;
import dev.lakeferry.job.TableHolds;
import dev.lakeferry.settings.FreshnessTargets;
import dev.lakeferry.settings.Settings;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Jdbi;

/** Answers how everything stands. */
public final class Overviews {
  /** How many roll-ups by team, and by source, an overview shows. */
  public static final int ROLL_UPS = 100;

  /** How many lines a page has at most. */
  public static final int LARGEST_PAGE = 500;

  private static final Comparator<OverviewLine> BY_URGENCY =
      Comparator.comparing(OverviewLine::readiness)
          .thenComparing(line -> line.late() ? 0 : 1)
          .thenComparing(line -> line.warnings().isEmpty() ? 1 : 0)
          .thenComparing(OverviewLine::group, String.CASE_INSENSITIVE_ORDER)
          .thenComparing(OverviewLine::title, String.CASE_INSENSITIVE_ORDER)
          .thenComparing(OverviewLine::teamId)
          .thenComparing(OverviewLine::id);

  private final Jdbi jdbi;
  private final TableHolds holds;
  private final FreshnessTargets targets;
  private final Duration lag;
  private final SharedReading all;

  /**
   * Takes the state database and the rules.
   *
   * @param lake the lake's DATA_PATH, by which the state database knows it
   * @param lag how long finished data or a due run may wait before it is warned of
   */
  public Overviews(Jdbi jdbi, String lake, FreshnessTargets targets, Duration lag) {
    this.jdbi = jdbi;
    this.holds = new TableHolds(jdbi, lake);
    this.targets = targets;
    this.lag = lag;
    this.all = new SharedReading(() -> read((Long) null));
  }

  /** The same, with the rules from the settings. */
  public static Overviews of(Settings settings, Jdbi jdbi) {
    return new Overviews(
        jdbi,
        settings.lake().dataPath(),
        FreshnessTargets.parse(settings.optionalText("lakeferry.freshness.target").orElse("")),
        settings.duration("lakeferry.freshness.lag"));
  }

  /** Has the view of all teams read, so that the first who asks need not wait; returns at once. */
  public void prepare() {
    all.prepare();
  }

  /**
   * Reads a page. Of all teams it may be some seconds old, as {@link Overview#generatedAt} says.
   *
   * @param page from 1; one beyond the last is the last
   * @param size lines on a page, 1 to {@link #LARGEST_PAGE}
   */
  public Overview read(OverviewFilter filter, int page, int size) {
    Reading reading = filter.team() == null ? all.get() : read(filter.team());
    Instant now = reading.at();
    List<OverviewLine> counted = reading.lines().stream().filter(filter::holds).toList();
    List<OverviewLine> listed = counted.stream().filter(filter::lists).toList();
    int perPage = Math.max(1, Math.min(size, LARGEST_PAGE));
    int pages = Math.max(1, (listed.size() + perPage - 1) / perPage);
    int number = Math.max(1, Math.min(page, pages));
    List<RollUp> teams = RollUp.byTeam(counted);
    List<RollUp> sources = RollUp.bySource(counted);
    RollUp totals = RollUp.all(counted);
    return new Overview(
        now,
        totals.readiness(),
        totals,
        teams.size(),
        first(teams),
        sources.size(),
        first(sources),
        oldestDue(now),
        number,
        pages,
        perPage,
        listed.size(),
        listed.subList((number - 1) * perPage, Math.min(number * perPage, listed.size())));
  }

  private static List<RollUp> first(List<RollUp> rollUps) {
    return rollUps.subList(0, Math.min(ROLL_UPS, rollUps.size()));
  }

  private Reading read(Long team) {
    Instant now =
        jdbi.withHandle(
            handle ->
                handle.createQuery("SELECT now()").mapTo(OffsetDateTime.class).one().toInstant());
    Map<String, Hold> held =
        holds.all().stream()
            .collect(
                Collectors.toMap(
                    hold -> hold.table().toString(), hold -> hold, (one, other) -> one));
    Assessment assessment = new Assessment(targets, lag, held, now);
    return new Reading(
        now,
        new SubjectReader(jdbi)
            .read(team).stream().map(assessment::of).sorted(BY_URGENCY).toList());
  }

  private Overview.DueRun oldestDue(Instant now) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT id, workflow, team_id, not_before
                    FROM workflow_run
                    WHERE state = 'due'
                      AND not_before <= now()
                    ORDER BY not_before, inbox_id
                    LIMIT 1
                    """)
                .map(
                    (row, context) -> {
                      Instant since = Read.time(row, "not_before");
                      Instant from = since == null ? Instant.EPOCH : since;
                      long age = Math.max(0, now.getEpochSecond() - from.getEpochSecond());
                      return new Overview.DueRun(
                          row.getString("id"),
                          row.getString("workflow"),
                          row.getLong("team_id"),
                          since,
                          age,
                          age > lag.toSeconds());
                    })
                .findOne()
                .orElse(null));
  }
}
