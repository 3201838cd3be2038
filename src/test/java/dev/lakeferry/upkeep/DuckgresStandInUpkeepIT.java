package dev.lakeferry.upkeep;

import dev.lakeferry.testing.DuckgresStandIn;
import dev.lakeferry.testing.TestLake;
import org.junit.jupiter.api.AfterAll;

/** The contract of {@link UpkeepContract} with PostgreSQL's protocol before DuckDB. */
class DuckgresStandInUpkeepIT extends UpkeepContract {
  private DuckgresStandIn server;

  @Override
  TestLake makeLake() {
    return TestLake.inPublic(
        lake -> {
          server = server == null ? DuckgresStandIn.on(lake) : server;
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
