package dev.lakeferry.overview;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Several lines in one: a team's, a source's, or all.
 *
 * @param id the team, the source's id, or {@code all}
 * @param teamId null for all
 * @param readiness the most urgent of its lines'
 * @param states how many lines are in each state that occurs
 * @param late lines whose freshness target is missed
 * @param warned lines with a warning
 */
public record RollUp(
    String id,
    String name,
    Long teamId,
    @JsonProperty("readiness_state") Readiness readiness,
    int totalSchemas,
    int appliedSchemas,
    Map<Readiness, Integer> states,
    int late,
    int warned,
    Instant lastAppliedAt,
    Instant lastSyncedAt) {

  private static final Comparator<RollUp> BY_URGENCY =
      Comparator.comparing(RollUp::readiness)
          .thenComparing(Comparator.comparing(RollUp::late).reversed())
          .thenComparing(RollUp::name, String.CASE_INSENSITIVE_ORDER)
          .thenComparing(RollUp::id);

  static RollUp all(Collection<OverviewLine> lines) {
    return of("all", "All", null, lines);
  }

  /** One for each team, the most urgent first. */
  static List<RollUp> byTeam(Collection<OverviewLine> lines) {
    return by(
        lines,
        OverviewLine::teamId,
        part -> {
          long team = part.get(0).teamId();
          return of(Long.toString(team), "Team " + team, team, part);
        });
  }

  /** One for each source of a team, the most urgent first. */
  static List<RollUp> bySource(Collection<OverviewLine> lines) {
    return by(
        lines,
        line -> List.of(line.teamId(), line.kind(), line.groupId()),
        part -> {
          OverviewLine one = part.get(0);
          return of(one.groupId(), one.group(), one.teamId(), part);
        });
  }

  private static <K> List<RollUp> by(
      Collection<OverviewLine> lines,
      Function<OverviewLine, K> key,
      Function<List<OverviewLine>, RollUp> rollUp) {
    Map<K, List<OverviewLine>> groups = new LinkedHashMap<>();
    for (OverviewLine line : lines) {
      groups.computeIfAbsent(key.apply(line), absent -> new ArrayList<>()).add(line);
    }
    return groups.values().stream().map(rollUp).sorted(BY_URGENCY).toList();
  }

  private static RollUp of(String id, String name, Long team, Collection<OverviewLine> lines) {
    Map<Readiness, Integer> states = new EnumMap<>(Readiness.class);
    int applied = 0;
    int late = 0;
    int warned = 0;
    Instant lastApplied = null;
    Instant lastSynced = null;
    for (OverviewLine line : lines) {
      states.merge(line.readiness(), 1, Integer::sum);
      applied += line.applied() ? 1 : 0;
      late += line.late() ? 1 : 0;
      warned += line.warnings().isEmpty() ? 0 : 1;
      lastApplied = later(lastApplied, line.lastAppliedAt());
      lastSynced = later(lastSynced, line.lastSyncedAt());
    }
    return new RollUp(
        id,
        name,
        team,
        Readiness.worst(states.keySet()),
        lines.size(),
        applied,
        states,
        late,
        warned,
        lastApplied,
        lastSynced);
  }

  private static Instant later(Instant one, Instant other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return one.isAfter(other) ? one : other;
  }

  /** How many lines are in a state. */
  public int in(Readiness state) {
    return states.getOrDefault(state, 0);
  }
}
