package dev.lakeferry.job;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

/** Rows of {@code audit_log}: who did what, written in the transaction that does it. */
public final class AuditLog {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int LONGEST_SUBJECT = 1_000;

  private final Jdbi jdbi;

  /** Takes the state database. */
  public AuditLog(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** Writes an entry within the transaction of a handle. */
  public static void write(
      Handle handle, Actor actor, String action, String subject, Map<String, ?> detail) {
    handle
        .createUpdate(
            """
            INSERT INTO audit_log (who, origin, action, subject, detail)
            VALUES (:who, :origin, :action, left(:subject, :longest), CAST(:detail AS jsonb))
            """)
        .bind("who", actor.who())
        .bind("origin", actor.origin())
        .bind("action", action)
        .bind("subject", subject)
        .bind("longest", LONGEST_SUBJECT)
        .bind("detail", json(detail))
        .execute();
  }

  private static String json(Map<String, ?> detail) {
    try {
      return JSON.writeValueAsString(detail);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("The detail cannot be written as JSON.", e);
    }
  }

  /**
   * Which entries are asked for; what is null is not asked.
   *
   * @param before only those with a smaller id, to page on
   */
  public record Filter(String who, String action, String subject, Long before) {}

  /** The newest entries first, at most so many. */
  public List<AuditEntry> newest(Filter filter, int limit) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT id, at, who, origin, action, subject, CAST(detail AS text) AS detail
                    FROM audit_log
                    WHERE (CAST(:who AS text) IS NULL OR who = :who)
                      AND (CAST(:action AS text) IS NULL OR action = :action)
                      AND (CAST(:subject AS text) IS NULL OR subject = :subject)
                      AND (CAST(:before AS bigint) IS NULL OR id < :before)
                    ORDER BY id DESC
                    LIMIT :limit
                    """)
                .bind("who", filter.who())
                .bind("action", filter.action())
                .bind("subject", filter.subject())
                .bind("before", filter.before())
                .bind("limit", limit)
                .map(ConstructorMapper.of(AuditEntry.class))
                .list());
  }
}
