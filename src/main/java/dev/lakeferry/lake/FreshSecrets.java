package dev.lakeferry.lake;

import java.sql.Connection;

/**
 * Keeps an engine's S3 secrets in step with credentials that end.
 *
 * <p>DuckDB's secrets are seen as of a transaction's beginning, and one that was replaced from
 * another connection meanwhile could not be replaced from within. So whoever has the engine
 * replaces them itself, on the connection that it works on, before a statement: a transaction sees
 * what it replaced, and a statement keeps what it began with. A ROLLBACK takes the replacement back
 * with everything else.
 */
final class FreshSecrets {
  private final Secrets secrets;
  private Secrets.Held held;

  FreshSecrets(Secrets secrets) {
    this.secrets = secrets;
  }

  /**
   * Puts credentials that are good for a while where other ones stand.
   *
   * @throws dev.lakeferry.failure.RunFailure if there are none
   */
  synchronized void ensure(Connection connection) {
    Secrets.Held now = secrets.current();
    if (!now.equals(held)) {
      secrets.putObjects(connection, now);
      held = now;
    }
  }

  /** What stands there is not known any more. */
  synchronized void forget() {
    held = null;
  }
}
