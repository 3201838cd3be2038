package dev.lakeferry.demo;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/**
 * Stripe-like charges in Hive directories by region and day. One region is NULL, the names of
 * others have to be URL-decoded.
 */
final class SampleCharges {
  /** As the directories spell them: NULL, {@code São Paulo} and {@code Zürich/West} among them. */
  private static final List<String> REGIONS =
      List.of(
          "Berlin", "S%C3%A3o%20Paulo", "Zürich%2FWest", "New York", "__HIVE_DEFAULT_PARTITION__");

  private static final LocalDate FIRST_DAY = LocalDate.of(2025, 12, 27);

  private SampleCharges() {}

  /**
   * The files of a generation, one a region and day.
   *
   * @param generation changes amounts and states, not ids
   * @param days 1 or more
   * @param rows of the smallest file; the largest has about five times as many
   */
  static List<SampleFile> files(int generation, int days, int rows) {
    List<SampleFile> files = new ArrayList<>();
    long first = 1;
    for (String region : REGIONS) {
      for (int day = 0; day < days; day++) {
        long size = rows + rows / 2 * (files.size() * 5L % 9);
        String path =
            "region=%s/created_day=%s/part-00000.parquet"
                .formatted(region, FIRST_DAY.plusDays(day));
        files.add(new SampleFile(path, size, query(generation, day, first, first + size)));
        first += size;
      }
    }
    return files;
  }

  private static String query(int generation, int day, long from, long to) {
    return """
        SELECT
          format('ch_{:09d}', n) AS id,
          CASE WHEN n %% 20 <> 0 THEN format('in_{:09d}', n) END AS invoice,
          (hash(n, 'amount', %1$d) %% 900_000 / 100.0)::DECIMAL(12, 2) AS amount,
          ['eur', 'usd', 'chf', 'brl'][n %% 4 + 1] AS currency,
          hash(n, 'captured', %1$d) %% 8 <> 0 AS captured,
          to_timestamp(%4$d + n %% 86_400) AS created,
          (hash(n, 'risk') %% 100)::DOUBLE / 100 AS risk_score,
          CASE WHEN n %% 11 = 0 THEN 'card_declined' END AS failure_code,
          MAP {'ip': format('192.0.2.{}', n %% 250)} AS metadata,
          [format('rf_{}', refund) FOR refund IN range(n %% 3)] AS refunds
        FROM range(%2$d, %3$d) AS numbers(n)
        ORDER BY n
        """
        .formatted(generation, from, to, FIRST_DAY.plusDays(day).toEpochDay() * 86_400);
  }
}
