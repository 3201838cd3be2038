package dev.lakeferry.verification;

import dev.lakeferry.verification.CheckResult.Severity;
import java.math.BigDecimal;
import java.util.List;

/**
 * A check that operators declared: a query whose first value is compared with a number.
 *
 * @param name one query of a table has it
 * @param description or null
 * @param sql with placeholders and question marks
 * @param parameters one for each question mark
 * @param expected what the query should answer
 * @param tolerance how far the answer may be from that; not negative
 * @param severity what it means if it is farther
 * @param place file and line
 */
public record DeclaredQuery(
    String name,
    String description,
    SqlTemplate sql,
    List<String> parameters,
    BigDecimal expected,
    BigDecimal tolerance,
    Severity severity,
    String place) {}
