package dev.lakeferry.page;

import dev.lakeferry.ops.WebProblems;
import dev.lakeferry.web.Handler;
import dev.lakeferry.web.Problem;
import dev.lakeferry.web.WebRequest;
import dev.lakeferry.web.WebResponse;
import java.time.Instant;
import java.util.Map;

/** Tells people as a page what programs are told as a problem detail. */
final class PageErrors {
  private PageErrors() {}

  /** The same handler, whose problems are pages. */
  static Handler shown(Handler handler) {
    return request -> {
      try {
        return handler.answer(request);
      } catch (Problem problem) {
        return page(request, problem);
      } catch (RuntimeException e) {
        return page(request, WebProblems.of(e).orElseThrow(() -> e));
      }
    };
  }

  private static WebResponse page(WebRequest request, Problem problem) {
    WebResponse plain = problem.response();
    String page =
        Templates.text(
            "problem",
            Map.of(
                "frame", Frame.of(request, "Problem", "", Instant.now()),
                "status", plain.status(),
                "detail", problem.getMessage()));
    return WebResponse.html(plain.status(), page);
  }
}
