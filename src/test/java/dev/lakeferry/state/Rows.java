package dev.lakeferry.state;

import java.util.List;
import java.util.Map;

/** Looks into a state database from outside the code under test. */
public final class Rows {
  private Rows() {}

  /** The first column of each row. */
  public static <T> List<T> column(
      StateDatabase state, Class<T> type, String sql, Object... parameters) {
    List<T> values =
        state.jdbi().withHandle(handle -> handle.select(sql, parameters).mapTo(type).list());
    return values;
  }

  /** The first column of the only row. */
  public static <T> T value(StateDatabase state, Class<T> type, String sql, Object... parameters) {
    T value = state.jdbi().withHandle(handle -> handle.select(sql, parameters).mapTo(type).one());
    return value;
  }

  /** The only row, by column name. */
  public static Map<String, Object> row(StateDatabase state, String sql, Object... parameters) {
    Map<String, Object> row =
        state.jdbi().withHandle(handle -> handle.select(sql, parameters).mapToMap().one());
    return row;
  }

  /** Runs a statement. */
  public static void change(StateDatabase state, String sql, Object... parameters) {
    state.jdbi().useHandle(handle -> handle.execute(sql, parameters));
  }
}
