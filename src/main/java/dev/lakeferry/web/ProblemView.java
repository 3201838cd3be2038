package dev.lakeferry.web;

/** How a problem looks to people. */
public interface ProblemView {

  /**
   * The answer to a browser.
   *
   * @param request has the cookie that forms need
   */
  WebResponse of(WebRequest request, Problem problem);
}
