package dev.lakeferry.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * AWS's token service as far as roles are assumed. Every session has the same keys, which a store
 * knows, and a token of its own, by which it is told apart: {@code session-1}, {@code session-2}, …
 */
public final class FakeSts implements AutoCloseable {
  private final HttpServer server;
  private final Clock clock;
  private final String accessKey;
  private final String secretKey;
  private final List<Map<String, String>> requests = new CopyOnWriteArrayList<>();
  private final Map<String, Instant> ends = new ConcurrentHashMap<>();
  private volatile Refusal refusal;

  private record Refusal(int status, String code, String message) {}

  public FakeSts(Clock clock, String accessKey, String secretKey) {
    this.clock = clock;
    this.accessKey = accessKey;
    this.secretKey = secretKey;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::serve);
    server.start();
  }

  public URI endpoint() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** The parameters of each request, with the header {@code Authorization} under its name. */
  public List<Map<String, String>> requests() {
    return requests;
  }

  /** Answers with an error from now on. */
  public void refuse(int status, String code, String message) {
    refusal = new Refusal(status, code, message);
  }

  /** Gives sessions again. */
  public void relent() {
    refusal = null;
  }

  /** Ends every session that was given, whatever their end was said to be. */
  public void forget() {
    ends.replaceAll((token, end) -> Instant.MIN);
  }

  /** Whether a session's token is good by the clock. */
  public boolean isGood(String token) {
    return token != null
        && Optional.ofNullable(ends.get(token)).filter(clock.instant()::isBefore).isPresent();
  }

  private void serve(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    Map<String, String> parameters = new HashMap<>();
    for (String pair : body.split("&")) {
      String[] parts = pair.split("=", 2);
      parameters.put(
          parts[0], parts.length == 1 ? "" : URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
    }
    Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"))
        .ifPresent(header -> parameters.put("Authorization", header));
    requests.add(parameters);
    Refusal refused = refusal;
    if (refused != null) {
      answer(
          exchange,
          refused.status(),
          "<ErrorResponse><Error><Type>Sender</Type><Code>%s</Code><Message>%s</Message></Error><RequestId>S1</RequestId></ErrorResponse>"
              .formatted(refused.code(), refused.message()));
      return;
    }
    String token = "session-" + (ends.size() + 1);
    Instant end =
        clock
            .instant()
            .plusSeconds(Long.parseLong(parameters.getOrDefault("DurationSeconds", "3600")))
            .truncatedTo(ChronoUnit.SECONDS);
    ends.put(token, end);
    String action = parameters.get("Action");
    answer(
        exchange,
        200,
        """
        <%1$sResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
          <%1$sResult>
            <Credentials>
              <AccessKeyId>%2$s</AccessKeyId>
              <SecretAccessKey>%3$s</SecretAccessKey>
              <SessionToken>%4$s</SessionToken>
              <Expiration>%5$s</Expiration>
            </Credentials>
          </%1$sResult>
          <ResponseMetadata><RequestId>S1</RequestId></ResponseMetadata>
        </%1$sResponse>
        """
            .formatted(action, accessKey, secretKey, token, end));
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "text/xml");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
