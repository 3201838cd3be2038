package dev.lakeferry.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DelayedLinkTest {
  private static final Duration DELAY = Duration.ofMillis(40);

  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          byte[] body = exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void aLongRequestArrivesWholeAndOnlyOnceLater() throws Exception {
    URI store = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    byte[] body = new byte[4 << 20];
    body[body.length - 1] = 7;
    try (DelayedLink link = new DelayedLink(store, DELAY)) {
      Took.Begun begun = Took.begin();
      HttpResponse<byte[]> answer =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(link.endpoint())
                      .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                      .build(),
                  HttpResponse.BodyHandlers.ofByteArray());
      double seconds = begun.end().seconds();

      assertThat(answer.body()).isEqualTo(body);
      // Were each of its 64 pieces held up by the one before, it would take 2.5 s.
      assertThat(seconds).isBetween(0.04, 2.0);
    }
  }
}
