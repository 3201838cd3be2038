package dev.lakeferry.web;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The answer to a request.
 *
 * @param headers with Content-Type, without Content-Length
 */
@SuppressWarnings("ArrayRecordComponent") // Compared nowhere; a body is written once.
public record WebResponse(int status, Map<String, String> headers, byte[] body) {
  private static final String TYPE = "Content-Type";

  public WebResponse {
    headers = Map.copyOf(headers);
  }

  /** 200 with an object as JSON: snake_case names, ISO-8601 times. */
  public static WebResponse json(Object answer) {
    return json(200, answer);
  }

  /** The same with another status. */
  public static WebResponse json(int status, Object answer) {
    return new WebResponse(status, Map.of(TYPE, "application/json"), WebJson.bytes(answer));
  }

  /** A page. */
  public static WebResponse html(String page) {
    return html(200, page);
  }

  /** A page with another status than 200. */
  public static WebResponse html(int status, String page) {
    return new WebResponse(
        status, Map.of(TYPE, "text/html; charset=utf-8"), page.getBytes(StandardCharsets.UTF_8));
  }

  /** The same answer as a page: its status and its headers, such as when to try again. */
  public WebResponse withPage(String page) {
    WebResponse shown = html(status, page);
    for (Map.Entry<String, String> header : headers.entrySet()) {
      shown = shown.withDefault(header.getKey(), header.getValue());
    }
    return shown;
  }

  /** Anything else. */
  public static WebResponse bytes(String contentType, byte[] bytes) {
    return new WebResponse(200, Map.of(TYPE, contentType), bytes);
  }

  /** Sends a browser to a page by GET, as after a form; the path is one of ours. */
  public static WebResponse seeOther(String path) {
    return new WebResponse(303, Map.of("Location", path), new byte[0]);
  }

  static WebResponse problem(int status, Map<String, Object> body) {
    return new WebResponse(status, Map.of(TYPE, "application/problem+json"), WebJson.bytes(body));
  }

  /** The same with a header set, or replaced. */
  public WebResponse withHeader(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.keySet().removeIf(name::equalsIgnoreCase);
    more.put(name, value);
    return new WebResponse(status, more, body);
  }

  /** The same with a header, unless it has one of that name. */
  WebResponse withDefault(String name, String value) {
    return headers.keySet().stream().anyMatch(name::equalsIgnoreCase)
        ? this
        : withHeader(name, value);
  }

  /** Whether it is a page that a browser shows. */
  boolean isPage() {
    return headers.getOrDefault(TYPE, "").startsWith("text/html");
  }

  /** The body as text. */
  public String text() {
    return new String(body, StandardCharsets.UTF_8);
  }
}
