package dev.lakeferry.objects;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.lakeferry.settings.S3Settings;
import dev.lakeferry.settings.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A server that gives the answers of S3 that no other store gives when it is told to. */
public final class AnsweringServer implements AutoCloseable {
  private final HttpServer server;
  private final AtomicInteger requests = new AtomicInteger();

  public AnsweringServer(HttpHandler handler) {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext(
        "/",
        exchange -> {
          requests.incrementAndGet();
          handler.handle(exchange);
        });
    server.start();
  }

  /** Answers every request with an error of S3. */
  public static AnsweringServer withError(int status, String code) {
    String body =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error><Code>"
            + code
            + "</Code><Message>told by the test</Message><RequestId>R1</RequestId></Error>";
    return new AnsweringServer(exchange -> answer(exchange, status, body));
  }

  public static void answer(HttpExchange exchange, int status, String body) throws IOException {
    exchange.getRequestBody().readAllBytes();
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/xml");
    exchange.getResponseHeaders().add("x-amz-request-id", "R1");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  public int requests() {
    return requests.get();
  }

  public S3Settings settings() {
    return new S3Settings(
        "us-east-1",
        Optional.of(URI.create("http://127.0.0.1:" + server.getAddress().getPort())),
        true,
        Optional.of("the-access-key"),
        Optional.of(new Secret("the-secret-key")));
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
