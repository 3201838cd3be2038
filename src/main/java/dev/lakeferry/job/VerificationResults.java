package dev.lakeferry.job;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

/** Rows of {@code verification_result}. */
public final class VerificationResults {
  private final Jdbi jdbi;
  private final ErrorText texts;

  /** Takes the state database, and what keeps secrets out of stored texts. */
  public VerificationResults(Jdbi jdbi, ErrorText texts) {
    this.jdbi = jdbi;
    this.texts = texts;
  }

  /** Adds what the checks of an attempt found, all or none. */
  public void save(Attempt attempt, List<VerificationResult> results) {
    if (results.isEmpty()) {
      return;
    }
    jdbi.useTransaction(
        handle -> {
          var batch =
              handle.prepareBatch(
                  """
                  INSERT INTO verification_result (
                    attempt_id, check_name, severity, passed, observed, expected, tolerance, sql,
                    error, milliseconds)
                  VALUES (
                    :attempt, :checkName, :severity, :passed, :observed, :expected, :tolerance,
                    :sql, :error, :milliseconds)
                  """);
          for (VerificationResult result : results) {
            batch.bind("attempt", attempt.id()).bindMethods(storable(result)).add();
          }
          batch.execute();
        });
  }

  /** What the checks of an attempt found, in the order in which it was saved. */
  public List<VerificationResult> of(long attemptId) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT *
                    FROM verification_result
                    WHERE attempt_id = :attempt
                    ORDER BY id
                    """)
                .bind("attempt", attemptId)
                .map(ConstructorMapper.of(VerificationResult.class))
                .list());
  }

  /** What the checks of all attempts at a run found, in that order, by the attempt's id. */
  public static Map<Long, List<VerificationResult>> ofRun(Handle handle, String run) {
    Map<Long, List<VerificationResult>> byAttempt = new HashMap<>();
    RowMapper<VerificationResult> mapper = ConstructorMapper.of(VerificationResult.class);
    handle
        .createQuery(
            """
            SELECT *
            FROM verification_result
            WHERE attempt_id IN (
              SELECT id
              FROM managed_warehouse_source_job
              WHERE run_id = :run)
            ORDER BY id
            """)
        .bind("run", run)
        .map(
            (row, context) ->
                byAttempt
                    .computeIfAbsent(row.getLong("attempt_id"), absent -> new ArrayList<>())
                    .add(mapper.map(row, context)))
        .list();
    return byAttempt;
  }

  private VerificationResult storable(VerificationResult result) {
    return new VerificationResult(
        result.checkName(),
        result.severity(),
        result.passed(),
        text(result.observed()),
        text(result.expected()),
        text(result.tolerance()),
        text(result.sql()),
        text(result.error()),
        result.milliseconds());
  }

  private String text(String value) {
    return value == null ? null : texts.of(value);
  }
}
