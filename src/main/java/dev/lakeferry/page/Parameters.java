package dev.lakeferry.page;

import dev.lakeferry.naming.TableName;
import dev.lakeferry.overview.OverviewFilter;
import dev.lakeferry.overview.Readiness;
import dev.lakeferry.overview.RunFilter;
import dev.lakeferry.overview.Warning;
import dev.lakeferry.web.Problem;
import dev.lakeferry.web.WebRequest;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a request asks for; throws a Problem of 400 that names what is wrong. */
final class Parameters {
  private static final int LONGEST = 400;
  private static final Set<String> LONG = Set.of("cursor", "id", "run");

  private final WebRequest request;

  Parameters(WebRequest request) {
    this.request = request;
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

  /** Which runs are asked for. */
  RunFilter runs() {
    String table = text("table").orElse(null);
    int dot = table == null ? -1 : table.indexOf('.');
    if (table != null && dot < 0) {
      throw wrong("table", "must be <schema>.<table>");
    }
    return new RunFilter(
        team().orElse(null),
        text("state").map(Parameters::runState).orElse(null),
        text("workflow").orElse(null),
        table == null ? null : table.substring(0, dot),
        table == null ? null : table.substring(dot + 1),
        text("subject").orElse(null));
  }

  private static String runState(String state) {
    if (!RunFilter.STATES.contains(state)) {
      throw wrong("state", "must be one of " + String.join(", ", new TreeSet<>(RunFilter.STATES)));
    }
    return state;
  }

  Optional<Long> team() {
    return text("team").map(text -> number("team", text));
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
    return whole("page", 1, 1, 1_000_000);
  }

  int size(String name, int otherwise, int most) {
    return whole(name, otherwise, 1, most);
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

  /** The table of a text {@code schema.table}. */
  static TableName table(String name) {
    int dot = name.indexOf('.');
    return new TableName(name.substring(0, Math.max(0, dot)), name.substring(dot + 1));
  }

  /** A text; what is blank was not asked for. */
  Optional<String> text(String name) {
    Optional<String> text = request.parameter(name).map(String::strip).filter(t -> !t.isEmpty());
    if (text.filter(t -> t.length() > (LONG.contains(name) ? 4 * LONGEST : LONGEST)).isPresent()) {
      throw wrong(name, "is longer than anything that could be found");
    }
    // PostgreSQL holds no such text, so that nothing can be found by it.
    if (text.filter(t -> t.indexOf('\0') >= 0).isPresent()) {
      throw wrong(name, "holds a character that no name has");
    }
    return text;
  }

  private int whole(String name, int otherwise, int least, int most) {
    long number = text(name).map(text -> number(name, text)).orElse((long) otherwise);
    if (number < least || number > most) {
      throw wrong(name, "must be a whole number from " + least + " to " + most);
    }
    return (int) number;
  }

  private static long number(String name, String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw wrong(name, "must be a whole number");
    }
  }

  static Problem wrong(String name, String what) {
    return Problem.badRequest("The parameter " + name + " " + what + ".");
  }
}
