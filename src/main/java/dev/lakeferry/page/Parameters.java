package dev.lakeferry.page;

import static dev.lakeferry.web.QueryParameters.wrong;

import dev.lakeferry.naming.TableName;
import dev.lakeferry.overview.OverviewFilter;
import dev.lakeferry.overview.Readiness;
import dev.lakeferry.overview.RunFilter;
import dev.lakeferry.overview.Warning;
import dev.lakeferry.web.Problem;
import dev.lakeferry.web.QueryParameters;
import dev.lakeferry.web.WebRequest;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a request asks for; throws a Problem of 400 that names what is wrong. */
final class Parameters {
  /** Of what may hold a run's id. */
  private static final int LONGEST = 1_600;

  private static final Set<String> LONG = Set.of("cursor", "id", "run");

  private final WebRequest request;
  private final QueryParameters query;

  Parameters(WebRequest request) {
    this.request = request;
    this.query = new QueryParameters(request);
  }

  /** What the overview is asked for. */
  OverviewFilter overview() {
    return new OverviewFilter(
        text("q").orElse(null),
        team().orElse(null),
        text("state").map(Parameters::readiness).orElse(null),
        text("source").orElse(null),
        text("alert").map(Parameters::alert).orElse(null));
  }

  private static Readiness readiness(String id) {
    return Readiness.of(id)
        .orElseThrow(
            () ->
                wrong(
                    "state",
                    "must be one of "
                        + Stream.of(Readiness.values())
                            .map(Readiness::id)
                            .collect(Collectors.joining(", "))));
  }

  private static String alert(String id) {
    Set<String> known = new TreeSet<>(Set.of("late", "warned"));
    for (Warning.Kind kind : Warning.Kind.values()) {
      known.add(kind.id());
    }
    if (!known.contains(id)) {
      throw wrong("alert", "must be one of " + String.join(", ", known));
    }
    return id;
  }

  /** The name of a lake. */
  Optional<String> lake() {
    return text("lake");
  }

  /** Which runs are asked for. */
  RunFilter runs() {
    Optional<TableName> table = text("table").map(Parameters::named);
    return new RunFilter(
        team().orElse(null),
        text("state").map(Parameters::runState).orElse(null),
        text("workflow").orElse(null),
        table.map(TableName::schema).orElse(null),
        table.map(TableName::table).orElse(null),
        text("subject").orElse(null));
  }

  private static TableName named(String text) {
    return TableName.parse(text).orElseThrow(() -> wrong("table", "must be <schema>.<table>"));
  }

  private static String runState(String state) {
    if (!RunFilter.STATES.contains(state)) {
      throw wrong("state", "must be one of " + String.join(", ", new TreeSet<>(RunFilter.STATES)));
    }
    return state;
  }

  Optional<Long> team() {
    return query.number("team");
  }

  /** The team that the path names. */
  long teamInPath() {
    try {
      return Long.parseLong(request.pathParameter("id"));
    } catch (NumberFormatException e) {
      throw Problem.notFound("A team is named by its number.");
    }
  }

  /** The run that the path or the parameter {@code id} names. */
  String run() {
    return request.pathParameters().containsKey("id")
        ? request.pathParameter("id")
        : text("id").orElseThrow(() -> wrong("id", "is missing: the run that is asked for"));
  }

  int page() {
    return whole("page", 1, 1_000_000);
  }

  int size(String name, int otherwise, int most) {
    return whole(name, otherwise, most);
  }

  Optional<String> cursor() {
    return text("cursor");
  }

  /** The table that the parameters name. */
  TableName table() {
    return new TableName(
        text("schema").orElseThrow(() -> wrong("schema", "is missing")),
        text("table").orElseThrow(() -> wrong("table", "is missing")));
  }

  /** A text; what is blank was not asked for. */
  Optional<String> text(String name) {
    return LONG.contains(name) ? query.text(name, LONGEST) : query.text(name);
  }

  private int whole(String name, int otherwise, int most) {
    return query.number(name, 1, most).map(Long::intValue).orElse(otherwise);
  }
}
