package dev.lakeferry.ops;

import java.util.List;

/** The routes of a running service as it tells them on its management port. */
public final class RouteOverviewJson {
  /** Where it is served. */
  public static final String PATH = "/observe/routes";

  private RouteOverviewJson() {}

  /** The whole answer. */
  record Answer(List<RouteLine> routes, ReloadReport lastReload) {}

  /** As JSON: {@code routes} and {@code last_reload}. */
  public static String of(RouteOverview overview) {
    return ScriptJson.of(new Answer(overview.routes(), overview.lastReload()));
  }
}
