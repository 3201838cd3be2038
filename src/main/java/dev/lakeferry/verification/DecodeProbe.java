package dev.lakeferry.verification;

import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Data can be decoded: a count of rows never reads any. The landed files are decoded before the
 * transaction; in it, the first rows are read through the table.
 */
public final class DecodeProbe implements Check {
  static final String NAME = "decode_probe";

  /** DuckDB's vector: fewer rows cost as much. */
  private static final int ROWS = 2048;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean appliesTo(Subject subject) {
    return true;
  }

  /**
   * Decodes files before the transaction. A file that cannot be decoded ends the attempt there,
   * with its name: inside, the first check that reads it would break the transaction and tell no
   * file.
   *
   * @param decoding answers how many files it decoded
   * @return empty if the check is off
   */
  public static Optional<Finding> before(VerificationRules rules, LongSupplier decoding) {
    if (!rules.runs(NAME)) {
      return Optional.empty();
    }
    return Optional.of(Finding.passed("%d files".formatted(decoding.getAsLong()), null));
  }

  @Override
  public String sql(Subject subject) {
    return "SELECT count(h) FROM (SELECT hash(t) AS h FROM (SELECT * FROM %s%s) AS t)"
        .formatted(subject.quoted(), limit(subject));
  }

  private static String limit(Subject subject) {
    if (subject.expected().decoded().isPresent()) {
      return " LIMIT " + ROWS;
    }
    DecodeSize size = subject.rules().decode();
    return size.isAll() ? "" : " LIMIT " + (long) ROWS * size.files();
  }

  @Override
  public Finding run(Subject subject) {
    Optional<Finding> before = subject.expected().decoded();
    long rows = subject.session().number(sql(subject));
    String observed =
        before.map(finding -> finding.observed() + " and ").orElse("") + rows + " rows decoded";
    return Finding.passed(observed, null);
  }
}
