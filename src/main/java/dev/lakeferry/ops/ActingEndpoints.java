package dev.lakeferry.ops;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lakeferry.job.Actor;
import dev.lakeferry.job.Cancellation;
import dev.lakeferry.job.Hold;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.web.Access;
import dev.lakeferry.web.Endpoint;
import dev.lakeferry.web.Endpoints;
import dev.lakeferry.web.Problem;
import dev.lakeferry.web.WebRequest;
import dev.lakeferry.web.WebResponse;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The API by which people and programs act: completions, runs, tables. */
public final class ActingEndpoints implements Endpoints {
  private final Actions actions;
  private final FolderPath folderPath;

  /**
   * Takes what does it.
   *
   * @param folderPattern where imports lie, as the settings give it
   */
  public ActingEndpoints(Actions actions, String folderPattern) {
    this.actions = actions;
    this.folderPath = new FolderPath(folderPattern);
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        new Endpoint(
            "POST",
            "/api/completions/imports",
            Access.INTAKE,
            this::submitImport,
            "Announce that an import finished"),
        new Endpoint(
            "POST",
            "/api/completions/materializations",
            Access.INTAKE,
            this::submitModel,
            "Announce that a model was materialised"),
        Endpoint.act("/api/runs/{id}/retry", this::retry, "Make a run due again"),
        Endpoint.act("/api/runs/{id}/cancel", this::cancel, "Cancel a run"),
        Endpoint.read("/api/holds", this::holds, "Tables that are on hold"),
        Endpoint.act(
            "/api/tables/{schema}/{table}/hold", this::hold, "Keep a table as it is for now"),
        Endpoint.act(
            "/api/tables/{schema}/{table}/release",
            this::release,
            "Let a table be published to again"));
  }

  /** Who acts, for the audit. */
  public static Actor actor(WebRequest request) {
    return new Actor(request.user().orElse("local"), request.from());
  }

  private WebResponse submitImport(WebRequest request) {
    return WebResponse.json(
        202,
        JsonBody.read(
            request,
            ImportLine.COLUMNS,
            object -> actions.submit(ImportLine.read(object, folderPath), actor(request))));
  }

  private WebResponse submitModel(WebRequest request) {
    return WebResponse.json(
        202,
        JsonBody.read(
            request,
            ModelLine.COLUMNS,
            object -> actions.submit(ModelLine.read(object), actor(request))));
  }

  private record Retried(String run, String state) {}

  private WebResponse retry(WebRequest request) {
    String run = request.pathParameter("id");
    actions.retry(run, acceptsSchema(request), actor(request));
    return WebResponse.json(new Retried(run, "due"));
  }

  /** From the query, a form, or a JSON body. */
  private static boolean acceptsSchema(WebRequest request) {
    String text =
        request
            .parameter("accept_schema")
            .or(() -> request.field("accept_schema"))
            .or(() -> jsonField(request, "accept_schema"))
            .orElse("false");
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw Problem.invalid(
              "accept_schema must be true or false. Nothing was changed.",
              Map.of("accept_schema", "accept_schema must be true or false"));
    };
  }

  private record Cancelled(String run, String result) {}

  private WebResponse cancel(WebRequest request) {
    String run = request.pathParameter("id");
    Cancellation.Result result = actions.cancel(run, actor(request));
    return result == Cancellation.Result.CANCELLED
        ? WebResponse.json(new Cancelled(run, "cancelled"))
        : WebResponse.json(202, new Cancelled(run, "stopping"));
  }

  private record Holding(String table, String reason, String by, Instant at) {
    static Holding of(Hold hold) {
      return new Holding(hold.table().toString(), hold.reason(), hold.by(), hold.at());
    }
  }

  private record Holds(List<Holding> holds) {}

  private WebResponse holds(WebRequest request) {
    return WebResponse.json(new Holds(actions.holds().stream().map(Holding::of).toList()));
  }

  private WebResponse hold(WebRequest request) {
    String reason = request.field("reason").or(() -> jsonField(request, "reason")).orElse("");
    try {
      return WebResponse.json(Holding.of(actions.hold(table(request), reason, actor(request))));
    } catch (IllegalArgumentException e) {
      throw Problem.invalid(e.getMessage(), Map.of("reason", e.getMessage()));
    }
  }

  private record Released(String table, int runsDue) {}

  private WebResponse release(WebRequest request) {
    TableName table = table(request);
    return WebResponse.json(new Released(table.toString(), actions.release(table, actor(request))));
  }

  private static TableName table(WebRequest request) {
    return new TableName(request.pathParameter("schema"), request.pathParameter("table"));
  }

  /** The field of a body with that field alone; empty where there is no body. */
  private static Optional<String> jsonField(WebRequest request, String name) {
    if (request.body().length == 0) {
      return Optional.empty();
    }
    return JsonBody.read(
        request,
        List.of(name),
        object ->
            Optional.of(object.path(name)).filter(JsonNode::isValueNode).map(JsonNode::asText));
  }
}
