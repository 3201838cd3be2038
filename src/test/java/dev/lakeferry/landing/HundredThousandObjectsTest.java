package dev.lakeferry.landing;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.lakeferry.generation.PlannedObject;
import dev.lakeferry.objects.AnsweringServer;
import dev.lakeferry.objects.ObjectStore;
import dev.lakeferry.objects.S3Clients;
import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.s3.S3Client;

/** Lists a hundred pages that a stub makes up; anything quadratic would not end in time. */
class HundredThousandObjectsTest {
  private static final int OBJECTS = 100_000;
  private static final int PAGE = 1000;
  private static final LandingPrefix PREFIX = new LandingPrefix("lake/s/t/_imports/schema/job/");
  private static final Pattern TOKEN = Pattern.compile("continuation-token=(\\d+)");

  @Test
  @Timeout(60)
  void areTakenUpAndConfirmed() {
    List<PlannedObject> plan =
        IntStream.range(0, OBJECTS)
            .mapToObj(i -> new PlannedObject("source", "folder/" + path(i), path(i), i, etag(i)))
            .toList();
    try (AnsweringServer server = new AnsweringServer(HundredThousandObjectsTest::page);
        S3Client client = S3Clients.open(server.settings(), 1)) {
      Landings landings = new Landings(new ObjectStore(client), prefix -> false);

      Landing landing = landings.prepare(new LandingRequest("lake", PREFIX, plan));

      assertThat(landing.pending()).isExhausted();
      assertThat(landing.skippedObjects()).isEqualTo(OBJECTS);
      assertThat(landings.confirm(landing).objects()).hasSize(OBJECTS);
      assertThat(server.requests()).isEqualTo(2 * OBJECTS / PAGE);
    }
  }

  private static void page(HttpExchange exchange) throws IOException {
    Matcher token = TOKEN.matcher(exchange.getRequestURI().getRawQuery());
    int first = token.find() ? Integer.parseInt(token.group(1)) : 0;
    int next = first + PAGE;
    StringBuilder listing = new StringBuilder("<ListBucketResult><IsTruncated>");
    listing.append(next < OBJECTS).append("</IsTruncated>");
    if (next < OBJECTS) {
      listing.append("<NextContinuationToken>").append(next).append("</NextContinuationToken>");
    }
    for (int i = first; i < next; i++) {
      listing
          .append("<Contents><Key>")
          .append(PREFIX.key())
          .append(path(i))
          .append("</Key><LastModified>2026-11-30T00:00:00.000Z</LastModified><ETag>&quot;")
          .append(etag(i))
          .append("&quot;</ETag><Size>")
          .append(i)
          .append("</Size></Contents>");
    }
    AnsweringServer.answer(exchange, 200, listing.append("</ListBucketResult>").toString());
  }

  private static String path(int i) {
    return "day=2026-11-30/part-%06d.parquet".formatted(i);
  }

  private static String etag(int i) {
    return "%032x".formatted(i);
  }
}
