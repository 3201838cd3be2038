package dev.lakeferry.landing;

/**
 * Asks the lake's catalog whether any of its rows (of live files, of old snapshots, or scheduled
 * for deletion) names an object below a prefix. Such objects are sacred: they are neither written
 * nor removed here.
 */
@FunctionalInterface
public interface CatalogNames {

  /** Whether a row names anything below it; the prefix is of keys in the lake's bucket. */
  boolean anythingBelow(LandingPrefix prefix);
}
