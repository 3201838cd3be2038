package dev.lakeferry.gate;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** PostHog as far as flag definitions are read from it. */
final class FakePostHog implements AutoCloseable {
  static final String PROJECT_KEY = "phc_project";
  static final String PERSONAL_KEY = "phx_personal-key";

  private final HttpServer server;
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final AtomicInteger notModified = new AtomicInteger();
  private volatile String flags = "";
  private volatile int status = 200;

  FakePostHog() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/", this::serve);
    server.start();
  }

  URI host() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** Definitions, separated by commas. */
  void flags(String definitions) {
    flags = definitions;
  }

  void answer(int code) {
    status = code;
  }

  /** Method and path of every request. */
  List<String> requests() {
    return requests;
  }

  int notModified() {
    return notModified.get();
  }

  private void serve(HttpExchange exchange) throws IOException {
    requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
    boolean ours =
        ("Bearer " + PERSONAL_KEY).equals(exchange.getRequestHeaders().getFirst("Authorization"));
    String etag = '"' + Integer.toHexString(flags.hashCode()) + '"';
    int code = ours ? status : 401;
    if (code == 200 && etag.equals(exchange.getRequestHeaders().getFirst("If-None-Match"))) {
      notModified.incrementAndGet();
      exchange.sendResponseHeaders(304, -1);
      exchange.close();
      return;
    }
    byte[] body =
        """
        {"flags": [%s],
         "group_type_mapping": {"0": "organization", "1": "project", "2": "company"},
         "cohorts": {}}
        """
            .formatted(flags)
            .getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("ETag", etag);
    exchange.sendResponseHeaders(code, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
