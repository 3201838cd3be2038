package dev.lakeferry.generation;

import dev.lakeferry.lake.LakeSession;
import java.util.List;
import java.util.function.Supplier;

/**
 * Rows in SQL: what may stand after FROM.
 *
 * @param sql a table function or a subquery in parentheses
 * @param parameters the values of its question marks: texts, or lists of texts
 * @param exactKeys whether keys may hold what the engine otherwise takes for a pattern or a query
 */
public record Relation(String sql, List<Object> parameters, boolean exactKeys) {

  /** Keeps its own list. */
  public Relation {
    parameters = List.copyOf(parameters);
  }

  /** Runs work whose statements read these rows. */
  public <T> T reading(LakeSession session, Supplier<T> work) {
    return exactKeys ? session.withExactKeys(work) : work.get();
  }
}
