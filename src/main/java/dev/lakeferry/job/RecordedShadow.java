package dev.lakeferry.job;

import dev.lakeferry.naming.TableName;

/**
 * A table that earlier tries at a run filled ahead of a staged swap.
 *
 * @param table its name
 * @param landingPrefix where the objects lie that are registered into it; null if none are
 */
public record RecordedShadow(TableName table, String landingPrefix) {}
