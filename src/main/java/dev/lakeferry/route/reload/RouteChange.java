package dev.lakeferry.route.reload;

import java.util.Set;

/** Ids of the routes that an edit concerns. */
record RouteChange(Set<String> added, Set<String> changed, Set<String> removed) {

  boolean isEmpty() {
    return added.isEmpty() && changed.isEmpty() && removed.isEmpty();
  }
}
