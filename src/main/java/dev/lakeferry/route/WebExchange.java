package dev.lakeferry.route;

import dev.lakeferry.web.Answers;
import dev.lakeferry.web.Problem;
import dev.lakeferry.web.WebRequest;
import dev.lakeferry.web.WebResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.component.platform.http.vertx.HttpMessage;

/**
 * One request, out of Camel's message and back. Nothing is taken from the message's headers: there
 * Camel puts query, form and path parameters under the same names, so that {@code ?id=2} could
 * speak for the path.
 */
final class WebExchange implements Processor {
  private final Function<WebRequest, WebResponse> handler;

  WebExchange(Function<WebRequest, WebResponse> handler) {
    this.handler = handler;
  }

  @Override
  public void process(Exchange exchange) {
    HttpMessage message = exchange.getMessage(HttpMessage.class);
    WebResponse response = answer(message);
    // What stays here would be sent as headers of the answer.
    message.removeHeaders("*");
    HttpServerResponse raw = message.getResponse();
    response.headers().forEach((name, value) -> raw.headers().set(name, value));
    message.setHeader(Exchange.HTTP_RESPONSE_CODE, response.status());
    if (message.getRequest().method().equals(HttpMethod.HEAD)) {
      raw.headers().set("Content-Length", Integer.toString(response.body().length));
      message.setBody(null);
    } else {
      message.setBody(ByteBuffer.wrap(response.body()));
    }
  }

  private WebResponse answer(HttpMessage message) {
    WebRequest request;
    try {
      request = request(message);
    } catch (Problem unreadable) {
      return Answers.secured(unreadable.response());
    }
    return handler.apply(request);
  }

  private static WebRequest request(HttpMessage message) {
    return request(message.getRequest(), body(message, message.getRequest()));
  }

  /** A request of the server, with the body that was read from it. */
  static WebRequest request(HttpServerRequest raw, byte[] body) {
    Map<String, String> headers = new HashMap<>();
    raw.headers()
        .forEach(
            (name, value) ->
                headers.merge(name.toLowerCase(Locale.ROOT), value, (a, b) -> a + "," + b));
    // HTTP/2 tells it beside the headers.
    if (raw.authority() != null) {
      headers.putIfAbsent("host", raw.authority().toString());
    }
    return WebRequest.of(
        raw.method().name(), raw.uri(), headers, body, raw.remoteAddress().hostAddress());
  }

  /** A form's text is gone when its fields are read; it is written anew. */
  private static byte[] body(HttpMessage message, HttpServerRequest raw) {
    if (!raw.formAttributes().isEmpty()) {
      return raw.formAttributes().entries().stream()
          .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
          .collect(Collectors.joining("&"))
          .getBytes(StandardCharsets.UTF_8);
    }
    byte[] body = message.getBody(byte[].class);
    return body == null ? new byte[0] : body;
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
