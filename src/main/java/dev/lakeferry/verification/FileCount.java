package dev.lakeferry.verification;

import dev.lakeferry.lake.Column;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.lake.Quote;
import dev.lakeferry.settings.CheckLevels.Level;
import java.util.Optional;

/** As many files as were landed, each in use. */
final class FileCount implements Check {
  private static final String NAME = "file_count";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean appliesTo(Subject subject) {
    return subject.expected().files().isPresent();
  }

  /** The prefix below which the shared scan counts files for this check, if it does. */
  static Optional<String> filesToScan(Expected expected, VerificationRules rules) {
    return rules.level(NAME) == Level.OFF || namesAreHidden(expected)
        ? Optional.empty()
        : expected.filesUnder();
  }

  private static boolean namesAreHidden(Expected expected) {
    return Column.find(expected.columns(), "filename").isPresent();
  }

  @Override
  public String sql(Subject subject) {
    return subject.expected().filesUnder().isPresent()
        ? subject.scan().sql()
        : "SELECT count(*) FROM ducklake_list_files(%s, %s, schema => %s)"
            .formatted(
                Quote.text(Lake.ALIAS),
                Quote.text(subject.tested().table()),
                Quote.text(subject.tested().schema()));
  }

  @Override
  public Finding run(Subject subject) {
    long expected = subject.expected().files().orElseThrow();
    if (subject.expected().filesUnder().isEmpty()) {
      return Finding.equal(subject.session().number(sql(subject)), expected);
    }
    return namesAreHidden(subject.expected())
        ? Finding.skipped("a column is called filename, which hides the names of the files")
        : Finding.equal(subject.scan().counts().files(), expected);
  }
}
