package dev.lakeferry.job;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.settings.DatabaseSettings;
import dev.lakeferry.state.FreshState;
import dev.lakeferry.state.StateDatabase;
import dev.lakeferry.testing.Pooler;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Law "one publisher a table": its lock needs a session that is nobody else's. */
class PoolerCheckIT {
  @TempDir private Path folder;

  @Test
  void aServerThatIsReachedDirectlyIsFine() {
    try (StateDatabase state = FreshState.open()) {
      assertThatCode(new PoolerCheck(state)::refuseSharedSessions).doesNotThrowAnyException();
    }
  }

  @Test
  void aPoolerInTransactionModeIsRefusedAndOneInSessionModeIsFine() throws Exception {
    assumeTrue(Pooler.installed(), "PgBouncer is not installed");
    DatabaseSettings server = FreshState.empty();
    try (Pooler pooler = new Pooler("transaction", server, folder);
        StateDatabase pooled = StateDatabase.open(pooler.settings(), 1)) {
      assertThatThrownBy(new PoolerCheck(pooled)::refuseSharedSessions)
          .isInstanceOf(FinalFailure.class)
          .hasMessageContaining("LAKEFERRY_STATE_HOST");
    }
    try (Pooler pooler = new Pooler("session", server, folder);
        StateDatabase pooled = StateDatabase.open(pooler.settings(), 1)) {
      assertThatCode(new PoolerCheck(pooled)::refuseSharedSessions).doesNotThrowAnyException();
    }
  }
}
