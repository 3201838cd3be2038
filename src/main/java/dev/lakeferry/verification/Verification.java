package dev.lakeferry.verification;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.settings.CheckLevels.Level;
import dev.lakeferry.verification.CheckResult.Severity;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs all checks, even after one failed.
 *
 * <p>A statement that fails at run time aborts a DuckDB transaction. The checks after it cannot be
 * made, and say so; and since a COMMIT then stores nothing though it answers with success, a check
 * whose statement failed forbids the publication, whatever its level.
 */
public final class Verification {
  private final List<Check> builtIn;

  /**
   * Takes what tells the time.
   *
   * @param clock for the age of rows
   */
  public Verification(Clock clock) {
    // What may break the transaction comes last: decoding, then the declared queries.
    this.builtIn =
        List.of(
            new RowCount(),
            new FileCount(),
            new SchemaCheck(),
            new ColumnsInEveryFile(),
            new PartitionCounts(),
            new Volume(),
            new NullCounts(),
            new KeyCardinality(),
            new Freshness(clock),
            new DecodeProbe());
  }

  /** The names of the built-in checks. */
  List<String> names() {
    return builtIn.stream().map(Check::name).toList();
  }

  /**
   * Runs the checks of a table.
   *
   * @throws dev.lakeferry.failure.RetryableFailure if the engine, the catalog or the store failed
   */
  public List<CheckResult> run(Subject subject) {
    Run run = new Run(subject);
    for (Check check : builtIn) {
      Level level = subject.rules().level(check.name());
      if (level != Level.OFF && check.appliesTo(subject)) {
        run.add(check, level == Level.WARN ? Severity.WARN : Severity.FAIL);
      }
    }
    for (DeclaredQuery query : subject.rules().declared().queries()) {
      run.add(new DeclaredCheck(query), query.severity());
    }
    return run.results;
  }

  private static final class Run {
    private final Subject subject;
    private final List<CheckResult> results = new ArrayList<>();
    private String broken;

    Run(Subject subject) {
      this.subject = subject;
    }

    void add(Check check, Severity severity) {
      long begin = System.nanoTime();
      boolean failed = false;
      Finding found;
      if (broken != null) {
        failed = true;
        found = Finding.broken("not run: the check %s broke the transaction".formatted(broken));
      } else {
        try {
          found = check.run(subject);
        } catch (FinalFailure e) {
          failed = true;
          found = Finding.broken(told(e, severity));
          broken = subject.inTransaction() && isAborted() ? check.name() : null;
        }
      }
      results.add(
          new CheckResult(
              check.name(),
              failed && subject.inTransaction() ? Severity.FAIL : severity,
              found.passed(),
              found.observed(),
              found.expected(),
              found.tolerance(),
              check.sql(subject),
              found.error(),
              (System.nanoTime() - begin) / 1_000_000));
    }

    private String told(FinalFailure failure, Severity severity) {
      return subject.inTransaction() && severity == Severity.WARN
          ? "%s (its level is warn, but after a statement that failed a transaction can only be rolled back: correct it, or switch it off)"
              .formatted(failure.getMessage())
          : failure.getMessage();
    }

    private boolean isAborted() {
      try {
        subject.session().execute("SELECT 1");
        return false;
      } catch (FinalFailure e) {
        return true;
      }
    }
  }
}
