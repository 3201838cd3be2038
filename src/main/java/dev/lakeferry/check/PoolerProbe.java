package dev.lakeferry.check;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.job.PoolerCheck;
import dev.lakeferry.state.StateDatabase;

/**
 * Whether a pooler shares sessions among clients before a database: locks would protect nothing,
 * and a lost worker's sessions could not be ended.
 */
final class PoolerProbe extends Probe {
  private final Postgres postgres;

  PoolerProbe(Postgres postgres) {
    super(postgres.name() + " pooler", postgres.name());
    this.postgres = postgres;
  }

  @Override
  Finding look() {
    try (StateDatabase database = StateDatabase.open(postgres.settings(), 1)) {
      new PoolerCheck(database).refuseSharedSessions();
      return Finding.ok("none that shares sessions");
    } catch (FinalFailure shared) {
      return Finding.failed(
          "a pooler hands one session to many clients (PgBouncer's pool_mode transaction, say):"
              + " locks protect nothing there, and a dead worker's sessions cannot be ended",
          "Point %s and %s at the server itself, or at a pool in session mode."
              .formatted(postgres.variable("HOST"), postgres.variable("PORT")));
    }
  }
}
