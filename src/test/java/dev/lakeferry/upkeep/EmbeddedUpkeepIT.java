package dev.lakeferry.upkeep;

import dev.lakeferry.testing.TestLake;

/** The contract of {@link UpkeepContract} with DuckDB in this process. */
class EmbeddedUpkeepIT extends UpkeepContract {
  @Override
  TestLake makeLake() {
    return new TestLake();
  }
}
