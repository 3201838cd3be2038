package dev.lakeferry.completion;

import dev.lakeferry.testing.RouteSql;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Jdbi;

/** Takes completions as the shipped intake routes do. */
public final class ShippedIntake {
  private static final String SQL =
      RouteSql.of("intake-sql", Map.of("lakeferry.intake.batch", "500"));
  private static final String MODELS_SQL =
      RouteSql.of("intake-models-sql", Map.of("lakeferry.intake.batch", "500"));

  private final Jdbi jdbi;

  public ShippedIntake(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** Polls for imports once; answers the inbox ids that were taken, in no order. */
  public List<Long> take() {
    return take(SQL);
  }

  /** Polls for models once. */
  public List<Long> takeModels() {
    return take(MODELS_SQL);
  }

  private List<Long> take(String sql) {
    return jdbi.inTransaction(handle -> handle.createQuery(sql).mapTo(Long.class).list());
  }
}
