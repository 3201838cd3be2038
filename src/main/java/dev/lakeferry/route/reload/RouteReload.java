package dev.lakeferry.route.reload;

import dev.lakeferry.ops.ReloadReport;
import dev.lakeferry.ops.ReloadReport.Outcome;
import dev.lakeferry.ops.RouteProblem;
import dev.lakeferry.route.reload.RouteFile.Element;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the routes' files and takes what was edited into service. A change is taken when two
 * looks in a row saw the same, so that files which are saved one after the other, or half written,
 * are one change; and it is taken as a whole or not at all.
 */
public final class RouteReload {
  private static final Logger LOG = LoggerFactory.getLogger(RouteReload.class);

  private final Path directory;
  private final Supplier<Known> known;
  private final Function<String, String> withoutSecrets;
  private final RouteSwap swap;
  private final Retiring retiring;
  private final ReloadMetrics metrics;
  private volatile ReloadReport report =
      new ReloadReport(Instant.now(), Outcome.STARTED, List.of(), 0, 0, 0);
  private volatile RouteSet running;
  private Look seen;
  private Look decided;

  /** What a look at the directory saw; an unreadable one is told like any other trouble. */
  private record Look(RouteFiles files, String unreadable) {
    static Look at(Path directory) {
      try {
        return new Look(RouteFiles.read(directory), null);
      } catch (IOException e) {
        return new Look(new RouteFiles(new TreeMap<>()), e.toString());
      }
    }
  }

  /**
   * Takes the files as the routes that are about to be loaded from them.
   *
   * @param known what routes may refer to; asked with each change
   * @param withoutSecrets makes a text fit to be shown
   * @param meters where the exchanges are counted
   */
  public RouteReload(
      Path directory,
      ReloadingContext context,
      Swapping swapping,
      Supplier<Known> known,
      Function<String, String> withoutSecrets,
      MeterRegistry meters) {
    this.metrics = new ReloadMetrics(meters, () -> report.problems().size());
    this.directory = directory;
    this.known = known;
    this.withoutSecrets = withoutSecrets;
    this.retiring = new Retiring(context);
    this.swap = new RouteSwap(context, swapping, retiring);
    this.decided = Look.at(directory);
    this.seen = decided;
    try {
      this.running = RouteSet.parse(decided.files());
    } catch (RouteFile.Unreadable e) {
      LOG.warn("{}; edits are taken only by a restart", e.problem());
    }
  }

  /** What became of the last change. */
  public ReloadReport last() {
    return report;
  }

  /** The file that a route stands in, or null. */
  String fileOf(String routeId) {
    RouteSet set = running;
    Element route = set == null ? null : set.routes().get(routeId);
    return route == null ? null : route.file();
  }

  /** Looks once; asked by one thread at a time, every {@code lakeferry.routes.reload-period}. */
  public synchronized void look() {
    retiring.look();
    Look now = Look.at(directory);
    boolean still = now.equals(seen);
    seen = now;
    if (still && !now.equals(decided)) {
      decided = now;
      decide(now);
    }
  }

  /** Ends what was replaced and still works: the service stops. */
  public synchronized void endAll() {
    retiring.endAll();
  }

  private void decide(Look now) {
    if (now.unreadable() != null) {
      refuse(List.of(problem(directory.toString(), "It cannot be read: " + now.unreadable())));
      return;
    }
    List<RouteProblem> problems = new Validation(known.get()).check(now.files());
    if (!problems.isEmpty()) {
      refuse(problems);
      return;
    }
    try {
      take(RouteSet.parse(now.files()));
    } catch (RouteFile.Unreadable e) {
      refuse(List.of(e.problem()));
    }
  }

  private void take(RouteSet edited) {
    RouteSet before = running;
    if (before == null || !before.fixed().equals(edited.fixed())) {
      String kinds =
          edited
              .elements()
              .map(Element::kind)
              .filter(kind -> !RouteSet.EXCHANGEABLE.contains(kind))
              .distinct()
              .collect(Collectors.joining(", "));
      refuse(
          List.of(
              problem(
                  directory.toString(),
                  "Only route, routeConfiguration and beans are exchanged while the service runs; "
                      + (kinds.isEmpty() ? "something else was taken out" : kinds + " was edited")
                      + ". Restart, or put it back.")));
      return;
    }
    RouteChange change = before.to(edited);
    try {
      swap.apply(before, edited, change);
    } catch (RouteSwap.Failed e) {
      fail(e);
      return;
    }
    running = edited;
    report =
        new ReloadReport(
            Instant.now(),
            Outcome.APPLIED,
            List.of(),
            change.added().size(),
            change.changed().size(),
            change.removed().size());
    metrics.count(Outcome.APPLIED);
    if (change.isEmpty()) {
      LOG.info("The routes' files were edited; no route is different");
    } else {
      LOG.info(
          "Routes were exchanged: {} added {}, {} changed {}, {} removed {}",
          change.added().size(),
          change.added(),
          change.changed().size(),
          change.changed(),
          change.removed().size(),
          change.removed());
    }
  }

  private void refuse(List<RouteProblem> problems) {
    report = broken(Outcome.REFUSED, problems);
    LOG.warn(
        "Edited routes were refused, and all routes run as before:\n  {}",
        report.problems().stream().map(RouteProblem::toString).collect(Collectors.joining("\n  ")));
  }

  private void fail(RouteSwap.Failed failure) {
    Element element = failure.element();
    String text = "It could not be started: " + failure.getMessage();
    RouteProblem problem =
        element == null
            ? problem(directory.toString(), text)
            : new RouteProblem(
                element.file(),
                element.node().line(),
                element.node().column(),
                "Route " + element.id().orElse("") + ": " + text);
    report = broken(Outcome.FAILED, List.of(problem));
    LOG.warn("Edited routes were taken back, and all run as before: {}", report.problems().get(0));
    LOG.debug("A route could not be started", failure);
  }

  private ReloadReport broken(Outcome outcome, List<RouteProblem> problems) {
    metrics.count(outcome);
    List<RouteProblem> shown =
        problems.stream()
            .map(
                problem ->
                    new RouteProblem(
                        problem.file(),
                        problem.line(),
                        problem.column(),
                        withoutSecrets.apply(problem.text())))
            .toList();
    return new ReloadReport(Instant.now(), outcome, shown, 0, 0, 0);
  }

  private static RouteProblem problem(String file, String text) {
    return new RouteProblem(file, 0, 0, text);
  }
}
