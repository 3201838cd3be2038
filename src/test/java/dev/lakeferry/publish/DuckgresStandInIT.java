package dev.lakeferry.publish;

import dev.lakeferry.testing.DuckgresStandIn;
import dev.lakeferry.testing.TestLake;
import org.junit.jupiter.api.AfterAll;

/**
 * The contract of {@link EngineContract} with PostgreSQL's protocol between the service and DuckDB.
 */
class DuckgresStandInIT extends EngineContract {
  private DuckgresStandIn server;

  @Override
  TestLake makeLake() {
    return TestLake.inPublic(
        lake -> {
          server = DuckgresStandIn.on(lake);
          return server.engine(lake);
        });
  }

  @AfterAll
  void stop() {
    if (server != null) {
      server.close();
    }
  }
}
