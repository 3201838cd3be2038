package dev.lakeferry.ops;

import dev.lakeferry.settings.ProgramHome;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Checks a directory of routes as the service does before it takes an edit. */
@Command(
    name = "validate",
    description = {
      "Checks a directory of routes as the service does before it takes an edit: YAML and its"
          + " schema, endpoints and their options, expressions, beans and methods, placeholders, ids,"
          + " and calls between routes. Needs no database, no store and no running service.",
      "Prints file:line:column: text for each problem. Exit code 1 if there are any."
    },
    footer = {
      "",
      "Examples:",
      "  bin/lakeferry routes validate",
      "  bin/lakeferry routes validate my/routes --json"
    })
final class RoutesValidateCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  private final RouteChecks checks;

  @Parameters(
      arity = "0..1",
      paramLabel = "DIR",
      description = "The directory; routes/ beside the program if it is left out.")
  private Path directory;

  @Option(names = "--json", description = "The problems as JSON.")
  private boolean json;

  RoutesValidateCommand(RouteChecks checks) {
    this.checks = checks;
  }

  @Override
  public Integer call() {
    Path place = directory == null ? ProgramHome.directory().resolve("routes") : directory;
    if (!Files.isDirectory(place)) {
      throw new CommandFailure("There is no directory %s.".formatted(place));
    }
    List<RouteProblem> problems = checks.check(place);
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(ScriptJson.of(problems));
    } else {
      problems.forEach(problem -> out.println(within(place, problem)));
      if (problems.isEmpty()) {
        out.printf("The routes in %s are in order.%n", place);
      }
    }
    return problems.isEmpty() ? 0 : 1;
  }

  /** With the way to the file, where it concerns a place in one, so that a shell finds it. */
  private static String within(Path place, RouteProblem problem) {
    return problem.line() == 0 ? problem.toString() : place.resolve(problem.toString()).toString();
  }
}
