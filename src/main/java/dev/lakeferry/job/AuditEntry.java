package dev.lakeferry.job;

import java.time.Instant;

/**
 * That somebody did something.
 *
 * @param id later ones are greater
 * @param who the user
 * @param origin where the request came from
 * @param action such as {@code retry}
 * @param subject the run, the table or the job
 * @param detail what was asked for and what came of it, as JSON
 */
public record AuditEntry(
    long id, Instant at, String who, String origin, String action, String subject, String detail) {}
