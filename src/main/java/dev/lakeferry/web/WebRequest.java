package dev.lakeferry.web;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A request as it arrived. Everything in it comes from outside.
 *
 * @param path as it was sent, not decoded
 * @param pathParameters what stands for the endpoint's parts in braces, decoded
 * @param query the query's parameters, decoded, in their order
 * @param headers by lower-case name; several of one name joined by commas
 * @param body at most {@code lakeferry.http.body.largest} bytes; a form as it was sent
 * @param user who sent it, where that is known
 * @param granted what they may do
 * @param from the address that the connection came from
 */
@SuppressWarnings("ArrayRecordComponent") // Compared nowhere; a body is read once.
public record WebRequest(
    String method,
    String path,
    Map<String, String> pathParameters,
    Map<String, List<String>> query,
    Map<String, String> headers,
    byte[] body,
    Optional<String> user,
    Set<Access> granted,
    String from) {

  /** A request by its method, path with query, headers and body; nobody's, with nothing granted. */
  public static WebRequest of(
      String method, String uri, Map<String, String> headers, byte[] body, String from) {
    int mark = uri.indexOf('?');
    Map<String, String> lower = new LinkedHashMap<>();
    headers.forEach((name, value) -> lower.put(name.toLowerCase(Locale.ROOT), value));
    return new WebRequest(
        method,
        mark < 0 ? uri : uri.substring(0, mark),
        Map.of(),
        mark < 0 ? Map.of() : FormText.parse(uri.substring(mark + 1)),
        lower,
        body,
        Optional.empty(),
        Set.of(),
        from);
  }

  /** A GET that came from this machine and may do everything; for tests. */
  public static WebRequest get(String uri) {
    return of("GET", uri, Map.of("Host", "localhost"), new byte[0], "127.0.0.1")
        .by(Optional.empty(), Set.of(Access.values()));
  }

  WebRequest with(Map<String, String> parameters) {
    return new WebRequest(method, path, parameters, query, headers, body, user, granted, from);
  }

  WebRequest by(Optional<String> who, Set<Access> may) {
    return new WebRequest(method, path, pathParameters, query, headers, body, who, may, from);
  }

  WebRequest withHeader(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new WebRequest(method, path, pathParameters, query, more, body, user, granted, from);
  }

  /** A part of the path that the endpoint names in braces. */
  public String pathParameter(String name) {
    String value = pathParameters.get(name);
    if (value == null) {
      throw new IllegalArgumentException("The endpoint's path has no part {%s}.".formatted(name));
    }
    return value;
  }

  /** The first value of a query parameter; throws a Problem of 400 if it holds a NUL. */
  public Optional<String> parameter(String name) {
    return Optional.ofNullable(query.get(name)).map(values -> storable(name, values.get(0)));
  }

  /**
   * The first value of a query parameter that is a whole number.
   *
   * @throws Problem if it is none, or out of its bounds
   */
  public Optional<Long> wholeNumber(String name, long least, long most) {
    return parameter(name)
        .map(
            text -> {
              try {
                long number = Long.parseLong(text);
                if (number >= least && number <= most) {
                  return number;
                }
              } catch (NumberFormatException e) {
                // Told below.
              }
              throw Problem.badRequest(
                  "%s must be a whole number from %d to %d.".formatted(name, least, most));
            });
  }

  /** A header. */
  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)));
  }

  /** Whether the body is a form that an HTML page posts. */
  public boolean isForm() {
    return contentType().equals("application/x-www-form-urlencoded");
  }

  /** The body's media type in lower case, without parameters; empty where none is told. */
  public String contentType() {
    return header("content-type").orElse("").split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
  }

  /**
   * The first value of a form's field; empty too where the body is no form. Throws a Problem of 400
   * if it holds a NUL.
   */
  public Optional<String> field(String name) {
    return isForm()
        ? Optional.ofNullable(FormText.parse(text()).get(name))
            .map(values -> storable(name, values.get(0)))
        : Optional.empty();
  }

  /** PostgreSQL holds no text with a NUL, so that nothing can be found by it or told with it. */
  private static String storable(String name, String value) {
    if (value.indexOf('\0') >= 0) {
      throw QueryParameters.wrong(name, "holds a NUL character");
    }
    return value;
  }

  /** The body as text. */
  public String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /** The value of a cookie. */
  Optional<String> cookie(String name) {
    for (String pair : header("cookie").orElse("").split(";")) {
      String[] parts = pair.strip().split("=", 2);
      if (parts.length == 2 && parts[0].equals(name)) {
        return Optional.of(parts[1]);
      }
    }
    return Optional.empty();
  }

  /** Whether the caller may do this. */
  public boolean may(Access access) {
    return granted.contains(access);
  }
}
