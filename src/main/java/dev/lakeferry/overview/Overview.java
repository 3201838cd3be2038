package dev.lakeferry.overview;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;

/**
 * A page of the overview.
 *
 * @param generatedAt by the database's clock
 * @param totals over all lines that the filter's team, source and text leave
 * @param teams the most urgent ones, at most {@link Overviews#ROLL_UPS}
 * @param sources likewise
 * @param oldestDue the run that has been due longest in all teams, or null
 * @param lines this page's, the most urgent first
 * @param page from 1
 * @param pages at least 1
 * @param listed how many lines all pages have together
 */
public record Overview(
    Instant generatedAt,
    @JsonProperty("overall_readiness") Readiness overall,
    RollUp totals,
    int teamsTotal,
    List<RollUp> teams,
    int sourcesTotal,
    List<RollUp> sources,
    DueRun oldestDue,
    int page,
    int pages,
    int pageSize,
    int listed,
    @JsonProperty("schemas") List<OverviewLine> lines) {

  /**
   * A run that waits.
   *
   * @param since when it became due
   */
  public record DueRun(
      String runId,
      String workflow,
      long teamId,
      Instant since,
      long ageSeconds,
      boolean overdue) {}
}
