package dev.lakeferry.web;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;

/**
 * That a form was written by a page of ours: a random cookie, which no other site can read, and in
 * the form a digest of it. Nothing is kept on the server, so that any replica takes a form that
 * another one wrote, also after a restart. {@link dev.lakeferry.web} shows what a page does.
 */
public final class CsrfToken {
  /** The form's field. */
  public static final String FIELD = "csrf";

  /** The header that stands for the field. */
  public static final String HEADER = "X-CSRF-Token";

  static final String COOKIE = "lakeferry-csrf";
  private static final int RANDOM_BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

  private CsrfToken() {}

  /** The token for the forms of a page that answers this request. */
  public static String token(WebRequest request) {
    return digest(
        cookie(request)
            .orElseThrow(
                () -> new IllegalStateException("The request came past the server: no cookie.")));
  }

  /**
   * Checks a request; every endpoint with {@link Access#ACT} or {@link Access#INTAKE} has been
   * checked when its handler is called.
   *
   * @throws Problem of 403 if it is a form, or of another kind that a foreign page may send without
   *     asking, and has no token of this cookie
   */
  public static void check(WebRequest request) {
    if (!isSentWithoutAsking(request)) {
      return;
    }
    String given = request.header(HEADER).or(() -> request.field(FIELD)).orElse("");
    String expected = cookie(request).map(CsrfToken::digest).orElse("");
    boolean same =
        MessageDigest.isEqual(
            given.getBytes(StandardCharsets.UTF_8), expected.getBytes(StandardCharsets.UTF_8));
    if (expected.isEmpty() || !same) {
      throw new Problem(
          403,
          "Form refused",
          "The form's token is missing or older than this browser's cookie. Nothing was changed;"
              + " reload the page and try again. Programs send application/json instead.");
    }
  }

  private static boolean isSentWithoutAsking(WebRequest request) {
    return switch (request.contentType()) {
      case "application/x-www-form-urlencoded", "multipart/form-data", "text/plain" -> true;
      // Without a type a browser sends nothing but an empty body.
      case "" ->
          request.body().length > 0
              || request.header("origin").isPresent()
              || request.header("sec-fetch-site").isPresent();
      default -> false;
    };
  }

  /** The request with a cookie, its own or a new one. */
  static WebRequest withCookie(WebRequest request) {
    if (cookie(request).isPresent()) {
      return request;
    }
    byte[] random = new byte[RANDOM_BYTES];
    RANDOM.nextBytes(random);
    return request.withHeader("cookie", COOKIE + "=" + BASE64.encodeToString(random));
  }

  /**
   * The answer, with the cookie that the request was given where it had none and a page comes back.
   * It is Lax: a Strict one would be replaced, and the forms of other tabs refused, with each link
   * from elsewhere that is followed to the service; what such a cookie lets through, the token
   * stops.
   */
  static WebResponse keep(WebRequest sent, WebRequest given, WebResponse response) {
    return cookie(sent).isPresent() || !response.isPage()
        ? response
        : response.withHeader(
            "Set-Cookie",
            "%s=%s; Path=/; HttpOnly; SameSite=Lax".formatted(COOKIE, cookie(given).orElseThrow()));
  }

  private static Optional<String> cookie(WebRequest request) {
    return request.cookie(COOKIE).filter(value -> value.matches("[A-Za-z0-9_-]{43}"));
  }

  private static String digest(String cookie) {
    try {
      return BASE64.encodeToString(
          MessageDigest.getInstance("SHA-256")
              .digest(("lakeferry form " + cookie).getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
