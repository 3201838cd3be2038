package dev.lakeferry.web;

import java.util.Locale;
import java.util.Set;

/**
 * Refuses what another site's page sends with a browser's help. Programs send neither header.
 *
 * @param others origins that are trusted besides the service's own
 */
record OriginCheck(Set<String> others) {

  /** Throws a Problem of 403 if the request comes from a page of another site. */
  void require(WebRequest request) {
    String origin = request.header("origin").orElse("").toLowerCase(Locale.ROOT);
    if (others.contains(origin)) {
      return;
    }
    String site = request.header("sec-fetch-site").orElse("none");
    boolean foreign =
        !origin.isEmpty() && !isOwn(origin, request.header("host").orElse(""))
            || site.equals("cross-site")
            || site.equals("same-site");
    if (foreign) {
      throw new Problem(
          403,
          "Foreign page",
          "The request was sent by a page of another site. Nothing was changed. If that is the"
              + " service's own name at a proxy, list it in LAKEFERRY_HTTP_ORIGINS.");
    }
  }

  private static boolean isOwn(String origin, String host) {
    int scheme = origin.indexOf("://");
    return scheme > 0 && origin.substring(scheme + 3).equals(host.strip().toLowerCase(Locale.ROOT));
  }
}
