package dev.lakeferry.ops;

/** A schema's name where the team may be left open. */
final class TeamPlace {
  private TeamPlace() {}

  static long or1(Long team) {
    return team == null ? 1 : team;
  }

  static String shown(String schema, Long team) {
    return team == null ? schema.substring(0, schema.lastIndexOf('_') + 1) + "<team_id>" : schema;
  }
}
