package dev.lakeferry.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.job.Attempt;
import dev.lakeferry.job.AttemptStatus;
import dev.lakeferry.testing.TestLake;
import dev.lakeferry.testing.TestService;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** From an inbox row to a swapped table, on the shipped routes. */
class RegistrationIT {
  private static TestLake lake;
  private static TestService service;

  @BeforeAll
  static void begin() {
    lake = new TestLake();
    service = new TestService(lake, Map.of());
  }

  @AfterAll
  static void end() {
    service.close();
    lake.close();
  }

  private static String run(String job) {
    return "ducklake-register-data-imports-1-" + TestLake.SCHEMA_ID + "-" + job;
  }

  @Test
  void anOrdinaryImportIsPublished() {
    String folder = "invoices__query_1764480000_0a1b2c3d";
    for (int i = 0; i < 5; i++) {
      lake.prepare(folder, "part-" + i + ".parquet", "SELECT range AS id FROM range(1000)");
    }
    service.submit(lake.completion("job-1", folder));

    Attempt attempt = service.ended(run("job-1"));

    assertThat(attempt.latestError()).isNull();
    assertThat(attempt.status()).isEqualTo(AttemptStatus.COMPLETED);
    assertThat(
            lake.number(
                "SELECT count(*) FROM ducklake.insights_data_imports_team_1.stripe_prod_invoices"))
        .isEqualTo(5000);
    assertThat(lake.landedObjects().keySet())
        .contains(
            "insights_data_imports_team_1/stripe_prod_invoices/_imports/"
                + TestLake.SCHEMA_ID
                + "/job-1/part-0.parquet");
  }
}
