/**
 * HTTP as the service's own code sees it, without a server: requests, responses, problems, who may
 * do what. A class that serves pages or JSON implements {@link dev.lakeferry.web.Endpoints}; the
 * server itself is Camel's and stands in {@code route}.
 *
 * <h2>What a page has to do for its forms</h2>
 *
 * <p>An endpoint with {@link dev.lakeferry.web.Access#ACT} refuses a form without a token before
 * its handler runs. A page puts one into each form that posts:
 *
 * <pre>{@code
 * <form method="post" action="/runs/…/retry">
 *   <input type="hidden" name="csrf" value="${CsrfToken.token(request)}">
 * }</pre>
 *
 * <p>or, for htmx, once on the body: {@code hx-headers='{"X-CSRF-Token": "…"}'}. The cookie that
 * belongs to it is set by itself with the first page. JSON bodies and empty ones need no token: a
 * browser sends them to another site's server only after asking it, which is never granted, and a
 * request whose Origin is another site's is refused in any case.
 */
package dev.lakeferry.web;
