package dev.lakeferry.route.reload;

import dev.lakeferry.ops.RouteProblem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Problems as they are found. */
final class Findings {
  private final Set<RouteProblem> problems = new LinkedHashSet<>();

  void add(RouteProblem problem) {
    problems.add(problem);
  }

  void add(String file, YamlNode where, String text, Object... arguments) {
    problems.add(
        new RouteProblem(
            file,
            where.line(),
            where.column(),
            arguments.length == 0 ? text : text.formatted(arguments)));
  }

  boolean concern(String file) {
    return problems.stream().anyMatch(problem -> problem.file().equals(file));
  }

  /** By file and place. */
  List<RouteProblem> sorted() {
    List<RouteProblem> sorted = new ArrayList<>(problems);
    sorted.sort(
        Comparator.comparing(RouteProblem::file)
            .thenComparing(RouteProblem::line)
            .thenComparing(RouteProblem::column));
    return sorted;
  }
}
