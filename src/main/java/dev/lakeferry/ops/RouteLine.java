package dev.lakeferry.ops;

import java.time.Instant;

/**
 * A route as it runs now. Counts begin with the process and go on when the route is edited.
 *
 * @param file that it stands in, or null for one of the program itself
 * @param description what it does, as the file says it, or null
 * @param state Started, Stopped, Restarting and so on, in Camel's words
 * @param uptimeSeconds since it was started last, 0 where it is not
 * @param inFlight exchanges that are in it now, also in an older version that is still ending
 * @param exchanges those that ended
 * @param failed those of them that failed, whether or not the failure was handled
 * @param lastFailure without secrets, or null
 * @param lastFailureAt or null
 */
public record RouteLine(
    String id,
    String file,
    String description,
    String state,
    long uptimeSeconds,
    long inFlight,
    long exchanges,
    long failed,
    String lastFailure,
    Instant lastFailureAt) {}
