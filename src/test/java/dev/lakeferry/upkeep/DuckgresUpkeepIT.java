package dev.lakeferry.upkeep;

import dev.lakeferry.testing.TestLake;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The contract of {@link UpkeepContract} with a real Duckgres server. */
@EnabledIfSystemProperty(
    named = "duckgres.it",
    matches = "true",
    disabledReason =
        "needs a Duckgres server: set DUCKGRES_* and DUCKLAKE_*, and -Dduckgres.it=true")
class DuckgresUpkeepIT extends UpkeepContract {
  @Override
  TestLake makeLake() {
    return TestLake.onDuckgres();
  }
}
