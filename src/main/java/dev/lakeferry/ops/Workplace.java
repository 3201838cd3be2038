package dev.lakeferry.ops;

import dev.lakeferry.settings.DatabaseSettings;
import dev.lakeferry.settings.Settings;
import dev.lakeferry.state.StateDatabase;
import dev.lakeferry.web.UsersFile;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;

/** What the commands work on, opened when one of them needs it. */
public final class Workplace {
  private final Supplier<Settings> source;
  private Settings settings;

  /** Takes where the settings come from, which is asked once, when a command first needs one. */
  public Workplace(Supplier<Settings> source) {
    this.source = source;
  }

  /** The settings; throws what reading them throws. */
  Settings settings() {
    if (settings == null) {
      settings = source.get();
    }
    return settings;
  }

  /**
   * Does work on the state database.
   *
   * @throws CommandFailure if it cannot be reached or is not set up
   */
  <T> T withState(Function<Jdbi, T> work) {
    return withStateDatabase(state -> work.apply(state.jdbi()));
  }

  /** Does what people do to the service. */
  <T> T withActions(Function<Actions, T> work) {
    return withState(state -> work.apply(new Actions(state, settings().lake().dataPath())));
  }

  /**
   * The file of those who may log in.
   *
   * @throws CommandFailure if none is set
   */
  UsersFile usersFile() {
    return settings()
        .optionalPath("lakeferry.http.users")
        .map(UsersFile::new)
        .orElseThrow(
            () ->
                new CommandFailure(
                    "LAKEFERRY_HTTP_USERS names no file. Nothing was changed; set it for the service"
                        + " and for this command, such as to .lakeferry/users."));
  }

  /** As {@link #withState}, for work that needs locks. */
  <T> T withStateDatabase(Function<StateDatabase, T> work) {
    DatabaseSettings database = settings().state();
    try (StateDatabase state = StateDatabase.open(database, 1)) {
      // The pool would try for its whole time limit and then hide the reason.
      try (Connection connection = state.connect("lakeferry command")) {
        return work.apply(state);
      }
    } catch (SQLException e) {
      throw StateFailures.of(database, e);
    } catch (JdbiException e) {
      throw e.getCause() instanceof SQLException sql ? StateFailures.of(database, sql) : e;
    }
  }
}
