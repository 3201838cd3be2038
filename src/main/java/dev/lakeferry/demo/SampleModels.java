package dev.lakeferry.demo;

import dev.lakeferry.completion.CompletedModel;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Delta tables: a team's customers as an import brings them, and the models made from them. */
final class SampleModels {
  static final String REVENUE = "monthly_revenue";
  static final String CHURN = "Churn by country";
  static final String TOP = "top_customers";

  private static final Instant FIRST_JOB = Instant.parse("2026-01-02T05:00:00Z");

  private SampleModels() {}

  /** The columns of the import {@code customers}, partitioned by country. */
  static SampleDelta customers() {
    return new SampleDelta(
        0,
        List.of(
            new SampleDelta.Field("id", "string"),
            new SampleDelta.Field("email", "string"),
            new SampleDelta.Field("created", "timestamp"),
            new SampleDelta.Field("balance", "decimal(12,2)"),
            new SampleDelta.Field("country", "string")),
        List.of("country"),
        List.of());
  }

  /** A file for each of some countries, and one for those whose country is not known. */
  static List<SampleFile> customerFiles() {
    List<SampleFile> files = new ArrayList<>();
    List<String> countries = List.of("CH", "DE", "BR", "__HIVE_DEFAULT_PARTITION__");
    for (int number = 0; number < countries.size(); number++) {
      long rows = 1_500 + 400L * number;
      files.add(
          new SampleFile(
              "country=%s/part-00000.zstd.parquet".formatted(countries.get(number)),
              rows,
              """
              SELECT
                format('cus_{:02d}_{:06d}', %1$d, n) AS id,
                CASE WHEN n %% 7 <> 0 THEN format('someone.{}@example.org', n) END AS email,
                to_timestamp(1_767_225_600 + n * 37) AS created,
                CAST((n * 7_919 %% 100_000) / 100.0 AS DECIMAL(12, 2)) AS balance
              FROM range(%2$d) AS numbers(n)
              """
                  .formatted(number, rows)));
    }
    return files;
  }

  /**
   * A model's table.
   *
   * @param version 1 replaces the file of version 0
   */
  static SampleDelta table(long version) {
    return new SampleDelta(
        version,
        List.of(
            new SampleDelta.Field("month", "date"),
            new SampleDelta.Field("what", "string"),
            new SampleDelta.Field("amount", "decimal(14,2)"),
            new SampleDelta.Field("customers", "long")),
        List.of(),
        version == 0 ? List.of() : List.of(path(version - 1)));
  }

  /**
   * The one file of a model's version.
   *
   * @param negative how many of its amounts are below nought
   */
  static SampleFile file(long version, long rows, int negative) {
    return new SampleFile(
        path(version),
        rows,
        """
        SELECT
          CAST(DATE '2026-01-01' + to_months(CAST(n %% 12 AS INTEGER)) AS DATE) AS month,
          ['new', 'kept', 'lost'][n %% 3 + 1] AS what,
          CAST(
            (n * 104_729 %% 10_000_000 + %1$d) / 100.0 * CASE WHEN n < %3$d THEN -1 ELSE 1 END
            AS DECIMAL(14, 2)) AS amount,
          CAST(n * 31 %% 1_000 AS BIGINT) AS customers
        FROM range(%2$d) AS numbers(n)
        """
            .formatted(version, rows, negative));
  }

  private static String path(long version) {
    return "part-%05d.zstd.parquet".formatted(version);
  }

  /**
   * What upstream announces; models of one generation come from one job.
   *
   * @param labelled whether the name is the model's label rather than its saved query's name
   * @param generation 1 or more; each a day after the one before it
   */
  static CompletedModel completion(
      int team, String name, boolean labelled, int generation, long version, long countedUpstream) {
    int number = List.of(REVENUE, CHURN, TOP).indexOf(name) + 1;
    return new CompletedModel(
        0,
        team,
        SampleData.teamUuid(team),
        SampleData.ORGANIZATION_ID,
        null,
        "0190a000-0000-7000-8000-%012x".formatted(0xb000 + team * 16 + number),
        name,
        labelled ? name : null,
        "0190a000-0000-7000-8000-%012x".formatted(0xc000 + team * 16 + generation),
        "team_%d_models/%s".formatted(team, name.toLowerCase(Locale.ROOT).replace(' ', '_')),
        version,
        FIRST_JOB.plus(Duration.ofDays(generation - 1)),
        countedUpstream);
  }
}
