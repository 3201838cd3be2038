package dev.lakeferry.publish;

import dev.lakeferry.testing.TestLake;

/** The contract of {@link EngineContract} with DuckDB in this process. */
class EmbeddedEngineIT extends EngineContract {
  @Override
  TestLake makeLake() {
    return new TestLake();
  }
}
