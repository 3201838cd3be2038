package dev.lakeferry.overview;

import java.util.Locale;

/**
 * Which lines are asked for; what is null or empty does not matter.
 *
 * @param text found in a line's name, id, table or source, in upper or lower case
 * @param source a source's id, name or type; {@code models} for models
 * @param alert {@code late}, {@code warned} or a warning's id
 */
public record OverviewFilter(String text, Long team, Readiness state, String source, String alert) {
  /** Everything. */
  public static final OverviewFilter ALL = new OverviewFilter(null, null, null, null, null);

  /** The same for one team. */
  public OverviewFilter ofTeam(long id) {
    return new OverviewFilter(text, id, state, source, alert);
  }

  /** Whether a line counts, whatever its state and alerts. */
  boolean holds(OverviewLine line) {
    return (team == null || team == line.teamId())
        && (isEmpty(source) || ofSource(line))
        && (isEmpty(text) || mentions(line));
  }

  /** Whether a line that counts is listed. */
  boolean lists(OverviewLine line) {
    return (state == null || state == line.readiness()) && (isEmpty(alert) || alerts(line));
  }

  private boolean ofSource(OverviewLine line) {
    return source.equals(line.groupId())
        || source.equalsIgnoreCase(line.group())
        || source.equalsIgnoreCase(line.sourceType());
  }

  private boolean alerts(OverviewLine line) {
    return switch (alert) {
      case "late" -> line.late();
      case "warned" -> !line.warnings().isEmpty();
      default -> line.warnings().stream().anyMatch(warning -> warning.kind().id().equals(alert));
    };
  }

  private boolean mentions(OverviewLine line) {
    String wanted = text.strip().toLowerCase(Locale.ROOT);
    return has(line.name(), wanted)
        || has(line.id(), wanted)
        || has(line.tableName(), wanted)
        || has(line.group(), wanted)
        || has(line.sourceType(), wanted)
        || has("team " + line.teamId(), wanted);
  }

  private static boolean has(String value, String wanted) {
    return value != null && value.toLowerCase(Locale.ROOT).contains(wanted);
  }

  private static boolean isEmpty(String value) {
    return value == null || value.isBlank();
  }
}
