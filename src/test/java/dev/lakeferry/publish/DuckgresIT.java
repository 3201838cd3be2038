package dev.lakeferry.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.settings.Settings;
import dev.lakeferry.testing.TestLake;
import java.util.HashMap;
import java.util.Map;
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
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.putIfAbsent(
        "LAKEFERRY_EXTENSION_DIRECTORY", TestLake.extensionDirectory().toAbsolutePath().toString());
    Settings settings = Settings.read(environment, null);
    assertThat(settings.duckgres()).as("DUCKGRES_HOST").isPresent();
    return new TestLake(settings);
  }
}
