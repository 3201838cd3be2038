package dev.lakeferry.landing;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.lakeferry.generation.PlannedObject;
import dev.lakeferry.landing.ContentCheck.Verdict;
import dev.lakeferry.objects.AnsweringServer;
import dev.lakeferry.objects.ObjectInfo;
import dev.lakeferry.objects.ObjectStore;
import dev.lakeferry.objects.S3Clients;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.s3.S3Client;

/** HEADs that AWS gives and that no embedded store gives: keys of KMS, checksums, composites. */
class ContentCheckTest {
  private static final String NVME = "x-amz-checksum-crc64nvme: ";
  private static final String SHA = "x-amz-checksum-sha256: ";

  /** Headers are parted by a bar; a source that is gone is an empty cell. */
  @ParameterizedTest(name = "{0} | {1} and {2} | {3}: {4}")
  @CsvSource({
    // Both ETags are MD5s, so that they compare.
    "aa, ETag: aa, bb, ETag: bb, DIFFERENT",
    "aa, , bb, ETag: bb, DIFFERENT",
    // One is of parts: checksums decide, where both are there and of one kind.
    "aa-2, ETag: aa-2|" + NVME + "AAAAAAAAAAA=, bb, ETag: bb|" + NVME + "AAAAAAAAAAA=, SAME",
    "aa-2, ETag: aa-2|" + NVME + "AAAAAAAAAAA=, bb, ETag: bb|" + NVME + "BBBBBBBBBBA=, DIFFERENT",
    "aa-2, ETag: aa-2|" + SHA + "AAAA, bb, ETag: bb|" + NVME + "AAAAAAAAAAA=, UNKNOWN",
    "aa-2, ETag: aa-2, bb, ETag: bb|" + NVME + "AAAAAAAAAAA=, UNKNOWN",
    "aa-2, ETag: aa-2|" + SHA + "AAAA, bb, ETag: bb, UNKNOWN",
    // A checksum of checksums depends on the parts.
    "aa-2, ETag: aa-2|" + SHA + "AAAA-2, bb, ETag: bb|" + SHA + "BBBB, UNKNOWN",
    "aa-2, ETag: aa-2|"
        + SHA
        + "AAAA|x-amz-checksum-type: COMPOSITE, bb, ETag: bb|"
        + SHA
        + "BBBB, UNKNOWN",
    // The source was rewritten after it was copied: its checksum is of something else.
    "aa-2, ETag: cc-2|" + NVME + "AAAAAAAAAAA=, bb, ETag: bb|" + NVME + "BBBBBBBBBBA=, UNKNOWN",
    // A key encrypts one of them: its ETag is arbitrary.
    "aa, ETag: aa, bb, ETag: bb|x-amz-server-side-encryption: aws:kms, UNKNOWN",
    "aa, ETag: aa|x-amz-server-side-encryption: aws:kms, bb, ETag: bb, UNKNOWN",
    "aa, ETag: aa, bb, ETag: bb|x-amz-server-side-encryption: AES256, DIFFERENT",
    "aa, ETag: aa|"
        + NVME
        + "AAAAAAAAAAA=, bb, ETag: bb|x-amz-server-side-encryption: aws:kms|"
        + NVME
        + "BBBBBBBBBBA=, DIFFERENT",
    // The mark of a copy in parts.
    "aa, ETag: aa, bb-2, ETag: bb-2|x-amz-meta-lakeferry-source-etag: aa, SAME",
    "aa, ETag: aa, bb-2, ETag: bb-2|x-amz-meta-lakeferry-source-etag: cc, UNKNOWN",
    // Gone or rewritten since it was listed a moment ago.
    "aa-2, ETag: aa-2, bb, , DIFFERENT",
    "aa-2, ETag: aa-2, bb, ETag: cc, DIFFERENT",
  })
  void aCloserLookDecides(
      String plannedEtag, String source, String listedEtag, String landed, Verdict verdict) {
    try (AnsweringServer server =
            new AnsweringServer(
                exchange ->
                    head(
                        exchange,
                        exchange.getRequestURI().getPath().startsWith("/lake/")
                            ? landed
                            : source));
        S3Client client = S3Clients.open(server.settings(), 1)) {
      ContentCheck check =
          new ContentCheck(
              new ObjectStore(client),
              new LandingRequest("lake", new LandingPrefix("p/"), List.of()));

      assertThat(check.closer(planned(7, plannedEtag), listed(7, listedEtag))).isEqualTo(verdict);
    }
  }

  @Test
  void theListingDecidesWhereItCan() {
    assertThat(ContentCheck.atFirstSight(planned(7, "aa"), listed(7, "aa")))
        .isEqualTo(Verdict.SAME);
    assertThat(ContentCheck.atFirstSight(planned(7, "aa"), listed(8, "aa")))
        .isEqualTo(Verdict.DIFFERENT);
    assertThat(ContentCheck.atFirstSight(planned(7, "aa"), listed(7, "bb")))
        .isEqualTo(Verdict.UNKNOWN);
  }

  private static void head(HttpExchange exchange, String headers) throws IOException {
    if (headers == null) {
      exchange.sendResponseHeaders(404, -1);
      exchange.close();
      return;
    }
    for (String header : headers.split("\\|")) {
      String[] nameAndValue = header.split(": ");
      exchange.getResponseHeaders().add(nameAndValue[0], nameAndValue[1]);
    }
    exchange.getResponseHeaders().add("Content-Length", "7");
    exchange.sendResponseHeaders(200, -1);
    exchange.close();
  }

  private static PlannedObject planned(long size, String etag) {
    return new PlannedObject("source", "folder/a", "a", size, etag);
  }

  private static ObjectInfo listed(long size, String etag) {
    return new ObjectInfo("p/a", size, etag, Instant.EPOCH);
  }
}
