package dev.lakeferry.job;

import java.util.List;

/**
 * A live table of which is known from which objects it is made.
 *
 * @param increments how many incremental publications followed the last swap
 */
public record LandedTable(int increments, List<LandedObject> objects) {}
