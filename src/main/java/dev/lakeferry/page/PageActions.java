package dev.lakeferry.page;

import dev.lakeferry.naming.TableName;
import dev.lakeferry.ops.ActingEndpoints;
import dev.lakeferry.ops.Actions;
import dev.lakeferry.web.Endpoint;
import dev.lakeferry.web.Endpoints;
import dev.lakeferry.web.Problem;
import dev.lakeferry.web.WebRequest;
import dev.lakeferry.web.WebResponse;
import java.util.List;

/** What the forms of the pages do; each leads back to the page that then shows what came of it. */
public final class PageActions implements Endpoints {
  private final Actions actions;

  /** Takes what does it. */
  public PageActions(Actions actions) {
    this.actions = actions;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.act("/runs/{id}/retry", this::retry, "Form: retry a run"),
        Endpoint.act("/runs/{id}/cancel", this::cancel, "Form: cancel a run"),
        Endpoint.act("/run/retry", this::retry, "Form: retry a run whose id no path can carry"),
        Endpoint.act("/run/cancel", this::cancel, "Form: cancel such a run"),
        Endpoint.act("/table/hold", this::hold, "Form: put a table on hold"),
        Endpoint.act("/table/release", this::release, "Form: release a table"));
  }

  private WebResponse retry(WebRequest request) {
    String run = new Parameters(request).run();
    boolean acceptSchema = request.field("accept_schema").filter("true"::equals).isPresent();
    actions.retry(run, acceptSchema, ActingEndpoints.actor(request));
    return WebResponse.seeOther(Links.run(run));
  }

  private WebResponse cancel(WebRequest request) {
    String run = new Parameters(request).run();
    actions.cancel(run, ActingEndpoints.actor(request));
    return WebResponse.seeOther(Links.run(run));
  }

  private WebResponse hold(WebRequest request) {
    TableName table = new Parameters(request).table();
    try {
      actions.hold(table, request.field("reason").orElse(""), ActingEndpoints.actor(request));
    } catch (IllegalArgumentException e) {
      throw Problem.badRequest(e.getMessage());
    }
    return back(request, table);
  }

  private WebResponse release(WebRequest request) {
    TableName table = new Parameters(request).table();
    actions.release(table, ActingEndpoints.actor(request));
    return back(request, table);
  }

  /** To the run whose page it was, else to the table's. */
  private static WebResponse back(WebRequest request, TableName table) {
    return WebResponse.seeOther(
        new Parameters(request).text("run").map(Links::run).orElse(Links.table(table.toString())));
  }
}
