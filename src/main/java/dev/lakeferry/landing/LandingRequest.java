package dev.lakeferry.landing;

import dev.lakeferry.generation.PlannedObject;
import java.util.List;

/**
 * What is to be landed where.
 *
 * @param cancelCheck throws when the attempt is to end (its lease is lost, say); asked before each
 *     copy and now and then while listing
 */
public record LandingRequest(
    String lakeBucket, LandingPrefix prefix, List<PlannedObject> objects, Runnable cancelCheck) {

  /** Keeps its own list. */
  public LandingRequest {
    objects = List.copyOf(objects);
  }

  /** A landing that nobody cancels. */
  public LandingRequest(String lakeBucket, LandingPrefix prefix, List<PlannedObject> objects) {
    this(lakeBucket, prefix, objects, () -> {});
  }
}
