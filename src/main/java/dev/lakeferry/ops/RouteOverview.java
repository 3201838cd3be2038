package dev.lakeferry.ops;

import java.util.List;

/** The routes of the running service. */
public interface RouteOverview {

  /** All of them, by id. */
  List<RouteLine> routes();

  /** What became of the last edit. */
  ReloadReport lastReload();
}
