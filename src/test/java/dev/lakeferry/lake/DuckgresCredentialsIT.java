package dev.lakeferry.lake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.testing.CheckedAccess;
import dev.lakeferry.testing.DuckgresStandIn;
import dev.lakeferry.testing.LogLines;
import dev.lakeferry.testing.TestLake;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Temporary credentials in sessions at a Duckgres server, before a store that checks them. */
class DuckgresCredentialsIT {
  private static DuckgresStandIn server;
  private static TestLake lake;
  private static CheckedAccess access;
  private static DuckgresLake engine;

  @BeforeAll
  static void begin() {
    lake =
        TestLake.inPublic(
            made -> {
              server = DuckgresStandIn.on(made);
              return server.engine(made);
            });
    access = new CheckedAccess(lake);
    engine =
        new DuckgresLake(
            server.settings(),
            lake.catalogSettings(),
            access.lakeSettings(),
            access.sourceSettings(),
            access.credentials());
  }

  @AfterAll
  static void end() {
    if (lake != null) {
      engine.close();
      access.close();
      lake.close();
      server.close();
    }
  }

  @Test
  void credentialsThatEndInTheMiddleOfAJobAreMadeAnewAtTheServer() {
    Duration overAnHour = CheckedAccess.SESSION.plusMinutes(1);
    try (LogLines log = new LogLines();
        LakeSession session = engine.open("a job")) {
      session.execute("CREATE SCHEMA ducklake.credentials");
      session.execute("CREATE TABLE ducklake.credentials.rows AS SELECT 1 AS i");
      access.clock().turn(overAnHour);
      assertThat(session.number("SELECT sum(i) FROM ducklake.credentials.rows")).isEqualTo(1);

      try (LakeTransaction transaction = session.begin()) {
        session.execute("INSERT INTO ducklake.credentials.rows SELECT 2");
        access.clock().turn(overAnHour);
        session.execute("INSERT INTO ducklake.credentials.rows SELECT 3");
        transaction.commit();
      }
      session.renew();
      access.clock().turn(overAnHour);
      assertThat(session.number("SELECT sum(i) FROM ducklake.credentials.rows")).isEqualTo(6);
      for (String used : access.store().sessions()) {
        assertThat(log.with(used)).as("law 10").isEmpty();
      }
    }
    assertThat(access.store().refused()).isZero();
    assertThat(access.store().sessions()).hasSizeGreaterThanOrEqualTo(3);
    assertThat(lake.number("SELECT sum(i) FROM ducklake.credentials.rows")).isEqualTo(6);
  }
}
