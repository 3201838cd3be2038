package dev.lakeferry.page;

import dev.lakeferry.web.Access;
import dev.lakeferry.web.CsrfToken;
import dev.lakeferry.web.WebRequest;
import java.time.Instant;

/**
 * What stands around each page.
 *
 * @param title of this page, before the service's name
 * @param active the part of the service that it belongs to, such as {@code overview}
 * @param now the time by which the page tells how long ago things are
 * @param csrf the token that its forms carry
 * @param mayAct whether who looks at it may change something
 */
public record Frame(String title, String active, Instant now, String csrf, boolean mayAct) {

  static Frame of(WebRequest request, String title, String active, Instant now) {
    return new Frame(title, active, now, CsrfToken.token(request), request.may(Access.ACT));
  }
}
