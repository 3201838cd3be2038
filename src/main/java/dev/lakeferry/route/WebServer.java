package dev.lakeferry.route;

import dev.lakeferry.settings.Settings;
import dev.lakeferry.web.AccessRules;
import dev.lakeferry.web.Answers;
import dev.lakeferry.web.IntakeRate;
import dev.lakeferry.web.Problem;
import dev.lakeferry.web.Tokens;
import dev.lakeferry.web.WebRequest;
import dev.lakeferry.web.WebResponse;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.RoutingContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;
import org.apache.camel.component.platform.http.vertx.VertxPlatformHttpRouter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The server of pages and API, beside the one of health and metrics. */
final class WebServer {
  private static final Logger LOG = LoggerFactory.getLogger(WebServer.class);
  private static final String OFF = "off";

  private final String host;
  private final OptionalInt port;
  private final long largestBody;

  WebServer(Settings settings) {
    this.host = settings.text("lakeferry.http.host");
    String text = settings.text("lakeferry.http.port");
    this.port = text.equals(OFF) ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(text));
    this.largestBody = settings.size("lakeferry.http.body.largest");
  }

  /** Who is let in, as the settings say. */
  static AccessRules rules(Settings settings) {
    Clock clock = Clock.systemUTC();
    return new AccessRules(
        settings.text("lakeferry.http.loopback").equals("open"),
        listed(settings.text("lakeferry.http.hosts")),
        listed(settings.text("lakeferry.http.origins")),
        settings.optionalPath("lakeferry.http.users"),
        settings
            .optionalPath("lakeferry.http.jwt.key")
            .map(
                key ->
                    new Tokens(
                        key,
                        settings.text("lakeferry.http.jwt.issuer"),
                        settings.text("lakeferry.http.jwt.audience"),
                        settings.text("lakeferry.http.jwt.roles-claim"),
                        clock)),
        new IntakeRate(
            settings.number("lakeferry.http.intake.rate"),
            settings.number("lakeferry.http.intake.burst"),
            clock),
        clock);
  }

  private static Set<String> listed(String text) {
    return Arrays.stream(text.toLowerCase(Locale.ROOT).split(","))
        .filter(one -> !one.isEmpty())
        .collect(Collectors.toSet());
  }

  boolean isOn() {
    return port.isPresent();
  }

  /** Only the root path: below another one Camel 4.18's handlers can be walked around. */
  void configure(Properties properties) {
    port.ifPresent(
        number -> {
          properties.setProperty("camel.server.enabled", "true");
          properties.setProperty("camel.server.host", host);
          properties.setProperty("camel.server.port", Integer.toString(number));
          properties.setProperty("camel.server.path", "/");
          properties.setProperty("camel.server.maxBodySize", Long.toString(largestBody));
          // Where they are switched off, Camel's reader of forms makes a directory for uploaded
          // files in the working directory all the same, which may be read-only.
          properties.setProperty("camel.server.fileUploadEnabled", "true");
          properties.setProperty("camel.server.fileUploadDirectory", uploads().toString());
        });
  }

  /** Of this process alone, since others may run as somebody else; nothing is ever put there. */
  static Path uploads() {
    return Path.of(
        System.getProperty("java.io.tmpdir"), "lakeferry-forms-" + ProcessHandle.current().pid());
  }

  /**
   * Tries the address, since Camel goes on without its server where that cannot be had.
   *
   * @throws IllegalStateException that names the settings, if it cannot be had
   */
  void refuseTakenAddress() {
    if (port.isEmpty() || port.getAsInt() == 0) {
      return;
    }
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(host, port.getAsInt()));
    } catch (IOException | IllegalArgumentException e) {
      throw new IllegalStateException(
          ("Pages and API cannot be served on %s:%d (%s); no work was claimed. Set LAKEFERRY_HTTP_PORT"
                  + " or LAKEFERRY_HTTP_HOST to an address that is free, or LAKEFERRY_HTTP_PORT to off.")
              .formatted(host, port.getAsInt(), e.getMessage()),
          e);
    }
  }

  /**
   * What goes wrong before a route is asked is told as a problem as well, and so is a path that
   * none serves. That route is the server's own and stands last: one of Camel's would stand before
   * those that an operator adds.
   */
  void tellFailures(CamelContext context, Unserved nothing) {
    router(context)
        .ifPresent(
            router -> {
              keepFilesOut(router);
              router.route().order(-1).failureHandler(this::fail);
              router.route().order(Integer.MAX_VALUE).handler(left -> answer(left, nothing));
            });
  }

  /** No endpoint takes files; whoever sends some is not yet asked who they are. */
  private static void keepFilesOut(VertxPlatformHttpRouter router) {
    router
        .route()
        .order(-2)
        .consumes("multipart/form-data")
        .handler(
            asked ->
                send(
                    asked,
                    Answers.secured(
                        new Problem(
                                415,
                                "Unsupported media type",
                                "No files are taken; send a form as"
                                    + " application/x-www-form-urlencoded, or JSON. Nothing was"
                                    + " changed.")
                            .response())));
  }

  /** Answers a request that no route serves. */
  interface Unserved {
    WebResponse to(WebRequest request);
  }

  private static void answer(RoutingContext unserved, Unserved nothing) {
    send(unserved, nothing.to(WebExchange.request(unserved.request(), new byte[0])));
  }

  private static void send(RoutingContext asked, WebResponse response) {
    asked.response().setStatusCode(response.status());
    response.headers().forEach((name, value) -> asked.response().putHeader(name, value));
    asked.response().end(Buffer.buffer(response.body()));
  }

  private void fail(RoutingContext failed) {
    if (failed.statusCode() >= 500) {
      LOG.error("A request failed before or after its endpoint", failed.failure());
    }
    send(failed, Answers.secured(problem(failed.statusCode()).response()));
  }

  private Problem problem(int status) {
    if (status == 413) {
      return new Problem(
          413,
          "Body too large",
          "The body is larger than %d bytes (LAKEFERRY_HTTP_BODY_LARGEST). Nothing was changed."
              .formatted(largestBody));
    }
    return status >= 400 && status < 500
        ? new Problem(status, "Bad request", "The request cannot be read. Nothing was changed.")
        : new Problem(500, "Internal error", "The request failed; the service's log tells more.");
  }

  /** Where it listens; empty while it does not. */
  static Optional<InetSocketAddress> address(CamelContext context) {
    return router(context)
        .map(
            router ->
                new InetSocketAddress(router.getServer().getHost(), router.getServer().getPort()));
  }

  private static Optional<VertxPlatformHttpRouter> router(CamelContext context) {
    return context.getRegistry().findByType(VertxPlatformHttpRouter.class).stream()
        .filter(VertxPlatformHttpRouter::isMainServer)
        .findFirst();
  }
}
