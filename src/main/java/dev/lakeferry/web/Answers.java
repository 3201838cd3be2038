package dev.lakeferry.web;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a request through the guard to an endpoint's handler. Whatever goes wrong is a problem
 * detail; what nobody foresaw is told by a reference into the log alone.
 */
public final class Answers {
  private static final Logger LOG = LoggerFactory.getLogger(Answers.class);

  /** A page may load what the service serves itself, and nothing else. */
  private static final Map<String, String> DEFAULTS =
      Map.of(
          "Content-Security-Policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
              + " font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none';"
              + " frame-ancestors 'none'",
          "X-Content-Type-Options",
          "nosniff",
          "X-Frame-Options",
          "DENY",
          "Referrer-Policy",
          "same-origin",
          "Cache-Control",
          "no-store");

  private final Guard guard;
  private final Function<RuntimeException, Optional<Problem>> known;
  private final ProblemView view;

  /** The same for programs alone: browsers, too, are told problem details. */
  public Answers(Guard guard, Function<RuntimeException, Optional<Problem>> known) {
    this(guard, known, (request, problem) -> problem.response());
  }

  /**
   * Takes what decides.
   *
   * @param guard who is let in
   * @param known what exceptions of the service mean to a caller; empty for one that nobody foresaw
   * @param view how a problem looks in a browser
   */
  public Answers(
      Guard guard, Function<RuntimeException, Optional<Problem>> known, ProblemView view) {
    this.guard = guard;
    this.known = known;
    this.view = view;
  }

  /** Answers a request that the server found this endpoint for. */
  public WebResponse answer(Endpoint endpoint, WebRequest request) {
    return guarded(
        () -> {
          WebRequest found =
              endpoint.match(request.path()).map(request::with).orElseThrow(Answers::nothingHere);
          WebRequest admitted = guard.admit(found, endpoint.access());
          WebRequest given = CsrfToken.withCookie(admitted);
          if (endpoint.access() != Access.READ) {
            CsrfToken.check(admitted);
          }
          return CsrfToken.keep(admitted, given, endpoint.handler().answer(given));
        },
        request);
  }

  /** Answers a request that none of the endpoints serves. */
  public WebResponse nothing(WebRequest request, List<Endpoint> endpoints) {
    return guarded(
        () -> {
          String others =
              endpoints.stream()
                  .filter(endpoint -> endpoint.match(request.path()).isPresent())
                  .map(Endpoint::method)
                  .distinct()
                  .sorted()
                  .collect(Collectors.joining(", "));
          throw others.isEmpty() ? nothingHere() : wrongMethod(request, others);
        },
        request);
  }

  private static Problem wrongMethod(WebRequest request, String others) {
    return new Problem(
            405,
            "Method not allowed",
            "This path answers %s, not %s.".formatted(others, request.method()))
        .withHeader("Allow", others);
  }

  private static Problem nothingHere() {
    return Problem.notFound(
        "There is nothing at this path. GET /openapi.json tells what there is.");
  }

  private interface Work {
    WebResponse answer();
  }

  private WebResponse guarded(Work work, WebRequest request) {
    return secured(answered(work, request));
  }

  private WebResponse answered(Work work, WebRequest request) {
    try {
      return work.answer();
    } catch (Problem problem) {
      return told(problem, request);
    } catch (RuntimeException e) {
      return told(known.apply(e).orElseGet(() -> unforeseen(e, request)), request);
    }
  }

  /** Only a browser that goes to a page asks for HTML by name; the API is for programs. */
  private WebResponse told(Problem problem, WebRequest request) {
    boolean shown =
        request.header("accept").orElse("").contains("text/html")
            && !request.path().startsWith("/api/");
    return shown ? view.of(CsrfToken.withCookie(request), problem) : problem.response();
  }

  private static Problem unforeseen(RuntimeException e, WebRequest request) {
    String reference = UUID.randomUUID().toString();
    LOG.error(
        "A {} request failed; it was answered with reference {}", request.method(), reference, e);
    return new Problem(
            500,
            "Internal error",
            "The request failed for a reason that the service did not foresee. Its log tells more"
                + " under the reference "
                + reference
                + ".")
        .with("reference", reference);
  }

  /** With the headers that every answer has. */
  public static WebResponse secured(WebResponse response) {
    WebResponse secured = response;
    for (Map.Entry<String, String> header : DEFAULTS.entrySet()) {
      secured = secured.withDefault(header.getKey(), header.getValue());
    }
    return secured;
  }
}
