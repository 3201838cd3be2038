package dev.lakeferry.metrics;

import dev.lakeferry.settings.Settings;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The labels that name teams and schemas. Both can be switched off, and beyond a number of
 * different ones all others are called {@code other}: a label that grows without bound takes the
 * metrics' store down.
 */
final class Labels {
  private static final int MOST = 5_000;
  private static final int LONGEST = 100;
  private static final String OTHER = "other";

  private final boolean teams;
  private final boolean schemas;
  private final Set<String> knownTeams = ConcurrentHashMap.newKeySet();
  private final Set<String> knownSchemas = ConcurrentHashMap.newKeySet();

  Labels(Settings settings) {
    this(
        settings.flag("lakeferry.metrics.team-labels"),
        settings.flag("lakeferry.metrics.schema-labels"));
  }

  Labels(boolean teams, boolean schemas) {
    this.teams = teams;
    this.schemas = schemas;
  }

  Tags team(long team) {
    return teams
        ? Tags.of(Tag.of("team_id", bounded(knownTeams, Long.toString(team))))
        : Tags.empty();
  }

  Tags teamAndSchema(long team, String schema) {
    return schemas
        ? team(team).and(Tag.of("schema_id", bounded(knownSchemas, schema)))
        : team(team);
  }

  private static String bounded(Set<String> known, String name) {
    String value = name.length() > LONGEST ? name.substring(0, LONGEST) : name;
    if (known.contains(value)) {
      return value;
    }
    return known.size() < MOST && known.add(value) ? value : OTHER;
  }
}
