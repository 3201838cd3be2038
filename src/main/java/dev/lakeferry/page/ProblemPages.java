package dev.lakeferry.page;

import dev.lakeferry.web.Problem;
import dev.lakeferry.web.ProblemView;
import dev.lakeferry.web.WebRequest;
import dev.lakeferry.web.WebResponse;
import java.time.Clock;
import java.util.Map;

/** Tells people as a page what programs are told as a problem detail. */
public final class ProblemPages implements ProblemView {
  private final Clock clock;

  /** Takes the clock that the page shows. */
  public ProblemPages(Clock clock) {
    this.clock = clock;
  }

  @Override
  public WebResponse of(WebRequest request, Problem problem) {
    return problem
        .response()
        .withPage(
            Templates.text(
                "problem",
                Map.of(
                    "frame", Frame.of(request, problem.title(), "", clock.instant()),
                    "title", problem.title(),
                    "detail", problem.detail())));
  }
}
