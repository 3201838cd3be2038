package dev.lakeferry.ops;

import dev.lakeferry.settings.DatabaseSettings;
import java.sql.SQLException;
import java.util.Set;

/** Tells what is wrong with the state database and what to do about it. */
final class StateFailures {
  static final String NO_SUCH_DATABASE = "3D000";
  private static final Set<String> NO_SUCH_TABLE_OR_COLUMN = Set.of("42P01", "42703", "3F000");

  private StateFailures() {}

  static CommandFailure of(DatabaseSettings database, SQLException e) {
    String where =
        "The state database %s on %s:%d"
            .formatted(database.database(), database.host(), database.port());
    return new CommandFailure(where + " " + reason(database, e), e);
  }

  private static String reason(DatabaseSettings database, SQLException e) {
    String state = String.valueOf(e.getSQLState());
    String said = e.getMessage().lines().findFirst().orElse("no reason given");
    if (state.equals(NO_SUCH_DATABASE)) {
      return "does not exist. Nothing was changed; make it with: bin/lakeferry lake init";
    }
    if (NO_SUCH_TABLE_OR_COLUMN.contains(state)) {
      return "lacks tables of this version (%s). Nothing was changed; make them with: bin/lakeferry lake init"
          .formatted(said);
    }
    if (state.startsWith("28")) {
      return ("refused the login of %s (%s). Nothing was changed; check LAKEFERRY_STATE_USERNAME and"
              + " LAKEFERRY_STATE_PASSWORD, or DUCKLAKE_RDS_USERNAME and DUCKLAKE_RDS_PASSWORD where"
              + " those are not set.")
          .formatted(database.username(), said);
    }
    if (state.startsWith("08")) {
      return "cannot be reached (%s). Nothing was changed; try again when it answers."
          .formatted(said);
    }
    return "failed: %s. Nothing was changed.".formatted(said);
  }
}
