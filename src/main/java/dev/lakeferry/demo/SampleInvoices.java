package dev.lakeferry.demo;

import java.util.ArrayList;
import java.util.List;

/** Stripe-like invoices: a flat folder of files of different sizes, with nested columns. */
final class SampleInvoices {
  private SampleInvoices() {}

  /**
   * The files of a generation.
   *
   * @param generation changes amounts and states, not ids
   * @param count of files
   * @param rows of the smallest file; the largest has about four times as many
   */
  static List<SampleFile> files(int generation, int count, int rows) {
    List<SampleFile> files = new ArrayList<>();
    long first = 1;
    for (int number = 0; number < count; number++) {
      long size = rows + rows / 4 * (number * 7L % 13);
      String path = "part-%05d.zstd.parquet".formatted(number);
      files.add(new SampleFile(path, size, query(generation, first, first + size)));
      first += size;
    }
    return files;
  }

  private static String query(int generation, long from, long to) {
    return """
        SELECT
          format('in_{:09d}', n) AS id,
          format('cus_{:05d}', customer) AS customer,
          CASE WHEN customer %% 9 <> 0 THEN format('customer{}@example.com', customer) END AS email,
          (hash(n, 'amount', %1$d) %% 900_000 / 100.0)::DECIMAL(12, 2) AS amount_due,
          ['eur', 'usd', 'chf', 'brl'][customer %% 4 + 1] AS currency,
          state AS status,
          to_timestamp(1_735_689_600 + n * 97) AS created,
          CASE WHEN state = 'paid' THEN to_timestamp(1_735_689_600 + n * 97 + 3_600) END AS paid_at,
          (1 + n %% 12)::SMALLINT AS attempt_count,
          {
            'city': ['Zürich', 'São Paulo', 'Århus', 'Berlin'][customer %% 4 + 1],
            'postal_code': CASE WHEN n %% 5 <> 0 THEN (10_000 + customer)::VARCHAR END
          } AS address,
          MAP {'channel': ['web', 'app', 'api'][n %% 3 + 1], 'order': (n * 31)::VARCHAR} AS metadata,
          [
            {'sku': format('sku-{}', (n + line) %% 40), 'quantity': line::INTEGER}
            FOR line IN range(1, n %% 4 + 1)
          ] AS lines
        FROM (
          SELECT
            n,
            (hash(n, 'customer') %% 9_000)::BIGINT AS customer,
            ['paid', 'paid', 'paid', 'open', 'void'][(hash(n, 'status', %1$d) %% 5)::BIGINT + 1] AS state
          FROM range(%2$d, %3$d) AS numbers(n)
        )
        ORDER BY n
        """
        .formatted(generation, from, to);
  }
}
