package dev.lakeferry.web;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Why a request is not done, as a problem detail (RFC 9457). The detail is written for whoever sent
 * it: what was wrong, that nothing was changed, what to do. It never holds a secret or a stack
 * trace.
 */
public final class Problem extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final String title;
  private final transient Map<String, Object> more = new LinkedHashMap<>();
  private final transient Map<String, String> headers = new LinkedHashMap<>();

  /**
   * A problem.
   *
   * @param status from 400 to 599
   * @param title the same for each problem of its kind
   * @param detail about this one
   */
  public Problem(int status, String title, String detail) {
    super(detail, null, false, false);
    this.status = status;
    this.title = title;
  }

  /** 404. */
  public static Problem notFound(String detail) {
    return new Problem(404, "Not found", detail);
  }

  /** 400. */
  public static Problem badRequest(String detail) {
    return new Problem(400, "Bad request", detail);
  }

  /** 409: right in itself, but not as things stand. */
  public static Problem conflict(String detail) {
    return new Problem(409, "Conflict", detail);
  }

  /** 422, with what is wrong by field. */
  public static Problem invalid(String detail, Map<String, String> errors) {
    return new Problem(422, "Invalid content", detail).with("errors", errors);
  }

  /** Adds a member to the answer; answers itself. */
  public Problem with(String member, Object value) {
    more.put(member, value);
    return this;
  }

  /** Adds a header to the answer; answers itself. */
  public Problem withHeader(String name, String value) {
    headers.put(name, value);
    return this;
  }

  /** The HTTP status. */
  public int status() {
    return status;
  }

  /** The same for each problem of its kind. */
  public String title() {
    return title;
  }

  /** About this one. */
  public String detail() {
    return getMessage();
  }

  /** As the answer to a request. */
  public WebResponse response() {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("type", "about:blank");
    body.put("title", title);
    body.put("status", status);
    body.put("detail", detail());
    body.putAll(more);
    WebResponse response = WebResponse.problem(status, body);
    for (Map.Entry<String, String> header : headers.entrySet()) {
      response = response.withHeader(header.getKey(), header.getValue());
    }
    return response;
  }
}
