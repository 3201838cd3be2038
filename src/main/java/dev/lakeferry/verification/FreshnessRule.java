package dev.lakeferry.verification;

import java.time.Duration;

/**
 * How old a table's newest row may be.
 *
 * @param column of a date or timestamp; without a zone it is taken for UTC
 * @param maxAge by the service's clock
 */
public record FreshnessRule(String column, Duration maxAge) {}
