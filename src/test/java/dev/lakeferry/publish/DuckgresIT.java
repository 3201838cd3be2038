package dev.lakeferry.publish;

import dev.lakeferry.testing.TestLake;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The contract of {@link EngineContract} with a real Duckgres server: the one that DUCKGRES_*
 * names, with the lake that DUCKLAKE_* and SOURCE_BUCKET_* name. Runs where {@code
 * -Dduckgres.it=true}.
 */
@EnabledIfSystemProperty(
    named = "duckgres.it",
    matches = "true",
    disabledReason =
        "needs a Duckgres server: set DUCKGRES_* and DUCKLAKE_*, and -Dduckgres.it=true")
class DuckgresIT extends EngineContract {
  @Override
  TestLake makeLake() {
    return TestLake.onDuckgres();
  }
}
