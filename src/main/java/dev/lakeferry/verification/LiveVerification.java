package dev.lakeferry.verification;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.lake.Column;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.lake.LakeSession;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Runs the checks that make sense on a live table: it is compared with what was published last.
 * Nothing is written.
 */
public final class LiveVerification {
  private final LakeSession session;
  private final VerificationRules rules;

  /** Takes a session outside any transaction, and the table's rules. */
  public LiveVerification(LakeSession session, VerificationRules rules) {
    this.session = session;
    this.rules = rules;
  }

  /**
   * What was published last.
   *
   * @param snapshot the lake's snapshot that brought it, or null
   * @param rows or null
   * @param files or null
   */
  public record LastPublished(Long snapshot, Long rows, Long files) {
    /** Nothing that this service knows of. */
    public static final LastPublished NOTHING = new LastPublished(null, null, null);
  }

  /** Runs them. */
  public List<CheckResult> run(LastPublished last) {
    if (rules.declared().readsDelta()) {
      session.readDelta();
    }
    List<Column> columns = columns(last);
    Expected expected =
        Expected.published(
            Optional.ofNullable(last.rows()), Optional.ofNullable(last.files()), columns);
    List<CheckResult> results = new ArrayList<>();
    if (columns.isEmpty()) {
      results.add(schemaNotCompared(last));
    }
    new Verification(Clock.systemUTC())
            .run(
                new Subject(
                    session,
                    rules.table().name(),
                    rules.table(),
                    expected,
                    Before.NOTHING,
                    rules,
                    false))
            .stream()
            .map(LiveVerification::mergedFilesAreNoFault)
            .forEach(results::add);
    return List.copyOf(results);
  }

  /** Told, so that nobody takes a check that is not among the others for one that passed. */
  private static CheckResult schemaNotCompared(LastPublished last) {
    Finding skipped =
        Finding.skipped(
            last.snapshot() == null
                ? "no run of this service published the table"
                : "snapshot %d, with which the table was published, has expired"
                    .formatted(last.snapshot()));
    return new CheckResult(
        new SchemaCheck().name(),
        CheckResult.Severity.WARN,
        skipped.passed(),
        skipped.observed(),
        null,
        null,
        null,
        null,
        0);
  }

  /** As they were published; empty once that snapshot has expired. */
  private List<Column> columns(LastPublished last) {
    if (last.snapshot() == null) {
      return List.of();
    }
    try {
      return session.query(
          "DESCRIBE SELECT * FROM %s AT (VERSION => %d)"
              .formatted(Lake.quoted(rules.table().name()), last.snapshot()),
          Column.DESCRIBED);
    } catch (FinalFailure e) {
      return List.of();
    }
  }

  /** Compaction makes fewer files of the same rows. */
  private static CheckResult mergedFilesAreNoFault(CheckResult result) {
    return result.name().equals("file_count") ? result.asWarning() : result;
  }
}
