package dev.lakeferry.overview;

import java.time.Instant;
import java.util.List;

/**
 * How everything stood at a time.
 *
 * @param at by the database's clock
 * @param lines the most urgent first
 */
record Reading(Instant at, List<OverviewLine> lines) {}
