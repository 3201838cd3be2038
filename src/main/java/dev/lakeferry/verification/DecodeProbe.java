package dev.lakeferry.verification;

import dev.lakeferry.lake.Column;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/**
 * Data can be decoded: a count of rows never reads any. The landed files are decoded before the
 * transaction, unless a scan in it decodes all of them; and the first rows are read through the
 * table.
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

  /**
   * Whether the pass that counts the values of a shadow decodes every row of every column, so that
   * decoding some of them before it would only do the same work twice.
   */
  public static boolean leftToTheScan(Expected expected, VerificationRules rules) {
    Set<String> covered = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    covered.addAll(NullCounts.columnsToScan(expected, rules));
    covered.addAll(expected.partitionKeys());
    return expected.columns().stream().map(Column::name).allMatch(covered::contains);
  }

  /**
   * What is found before the transaction when it is left to the scan.
   *
   * @return empty if the check is off
   */
  public static Optional<Finding> byScan(VerificationRules rules) {
    return rules.runs(NAME)
        ? Optional.of(Finding.passed("every row, as null_counts counted them", null))
        : Optional.empty();
  }

  @Override
  public String sql(Subject subject) {
    return "SELECT count(h) FROM (SELECT hash(t) AS h FROM (SELECT * FROM %s%s) AS t)"
        .formatted(subject.rows(), limit(subject));
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
