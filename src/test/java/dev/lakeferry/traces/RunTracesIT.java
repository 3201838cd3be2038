package dev.lakeferry.traces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.job.Attempt;
import dev.lakeferry.job.AttemptStatus;
import dev.lakeferry.objects.AnsweringServer;
import dev.lakeferry.testing.TestLake;
import dev.lakeferry.testing.TestService;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** A collector that takes OTLP over HTTP gets one trace of a run, with its stages. */
class RunTracesIT {
  private static final String RUN =
      "ducklake-register-data-imports-1-" + TestLake.SCHEMA_ID + "-job-1";

  @Test
  void aRunIsOneTraceWithASpanForEachStage() {
    List<byte[]> received = new CopyOnWriteArrayList<>();
    try (AnsweringServer collector =
            new AnsweringServer(
                exchange -> {
                  byte[] body = exchange.getRequestBody().readAllBytes();
                  boolean packed =
                      "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
                  received.add(
                      packed
                          ? new GZIPInputStream(new java.io.ByteArrayInputStream(body))
                              .readAllBytes()
                          : body);
                  exchange.getResponseHeaders().add("Content-Type", "application/x-protobuf");
                  exchange.sendResponseHeaders(200, -1);
                  exchange.close();
                });
        TestLake lake = new TestLake()) {
      String endpoint = collector.settings().endpoint().orElseThrow() + "/v1/traces";
      try (TestService service =
          new TestService(lake, Map.of("LAKEFERRY_TRACES_ENDPOINT", endpoint))) {
        String folder = "invoices__query_1764480000_0a1b2c3d";
        lake.prepare(folder, "part-0.parquet", "SELECT range AS id FROM range(10)");
        service.submit(lake.completion("job-1", folder));
        Attempt attempt = service.ended(RUN);
        assertThat(attempt.status()).isEqualTo(AttemptStatus.COMPLETED);
      }
      // The service's end sends what was left.
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      received.forEach(all::writeBytes);
      String text = all.toString(StandardCharsets.ISO_8859_1);
      assertThat(text)
          .contains("lakeferry.run", RUN)
          .contains("lakeferry.attempt", "lakeferry.team", "lakeferry.workflow")
          .contains("lakeferry.table", "insights_data_imports_team_1.stripe_prod_invoices")
          .contains("lakeferry.status", "completed")
          .contains("plan", "land", "register", "verify", "swap", "commit", "read back");
      byte[] traceId = java.util.HexFormat.of().parseHex(RunIds.traceId(RUN));
      assertThat(text).contains(new String(traceId, StandardCharsets.ISO_8859_1));
    }
  }
}
