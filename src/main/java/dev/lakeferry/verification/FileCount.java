package dev.lakeferry.verification;

import dev.lakeferry.lake.Column;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.lake.Quote;

/** As many files as were landed, each in use. */
final class FileCount implements Check {
  @Override
  public String name() {
    return "file_count";
  }

  @Override
  public boolean appliesTo(Subject subject) {
    return subject.expected().files().isPresent();
  }

  @Override
  public String sql(Subject subject) {
    return subject
        .expected()
        .filesUnder()
        .map(
            prefix ->
                "SELECT count(DISTINCT filename) FROM %s WHERE starts_with(filename, %s)"
                    .formatted(subject.rows(), Quote.text(prefix)))
        .orElseGet(
            () ->
                "SELECT count(*) FROM ducklake_list_files(%s, %s, schema => %s)"
                    .formatted(
                        Quote.text(Lake.ALIAS),
                        Quote.text(subject.tested().table()),
                        Quote.text(subject.tested().schema())));
  }

  @Override
  public Finding run(Subject subject) {
    if (subject.expected().filesUnder().isPresent()
        && Column.find(subject.expected().columns(), "filename").isPresent()) {
      return Finding.skipped("a column is called filename, which hides the names of the files");
    }
    return Finding.equal(
        subject.session().number(sql(subject)), subject.expected().files().orElseThrow());
  }
}
