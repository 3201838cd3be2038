package dev.lakeferry.faults;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;

/**
 * Leases, retries and the order of generations go by the database's clock, and durations by the
 * host's monotonic one, so that a host whose clock is wrong does no harm.
 */
@AnalyzeClasses(packages = "dev.lakeferry", importOptions = ImportOption.DoNotIncludeTests.class)
class HostClockTest {
  /** They date what people read, and the tokens of pages; no run depends on it. */
  private static final String TELLING =
      ".*\\.route\\.(reload\\.Route(Reload|Counts)|PageParts|WebServer)(\\$.*)?";

  @ArchTest
  static final ArchRule nothingThatDecidesAsksTheHostForTheTime =
      noClasses()
          .that()
          .resideInAnyPackage(
              "dev.lakeferry.completion..",
              "dev.lakeferry.job..",
              "dev.lakeferry.generation..",
              "dev.lakeferry.landing..",
              "dev.lakeferry.upkeep..",
              "dev.lakeferry.lake..",
              "dev.lakeferry.state..",
              "dev.lakeferry.route..")
          .and()
          .haveNameNotMatching(TELLING)
          .should()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(Instant.class, "now")
          .orShould()
          .callMethod(LocalDateTime.class, "now")
          .orShould()
          .callMethod(OffsetDateTime.class, "now")
          .orShould()
          .callMethod(ZonedDateTime.class, "now")
          .orShould()
          .callMethod(Clock.class, "systemUTC")
          .orShould()
          .callMethod(Clock.class, "systemDefaultZone");
}
