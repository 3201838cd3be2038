package dev.lakeferry.completion;

import dev.lakeferry.testing.RouteSql;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Jdbi;

/** Takes completions as the shipped intake route does. */
public final class ShippedIntake {
  private static final String SQL =
      RouteSql.of("intake-sql", Map.of("lakeferry.intake.batch", "500"));

  private final Jdbi jdbi;

  public ShippedIntake(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** Polls once; answers the inbox ids that were taken, in no order. */
  public List<Long> take() {
    return jdbi.inTransaction(handle -> handle.createQuery(SQL).mapTo(Long.class).list());
  }
}
