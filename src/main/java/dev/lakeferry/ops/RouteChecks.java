package dev.lakeferry.ops;

import java.nio.file.Path;
import java.util.List;

/** Checks a directory of routes without running them. */
public interface RouteChecks {

  /** What is wrong with it, by file and place; empty if a service would take it. */
  List<RouteProblem> check(Path directory);
}
