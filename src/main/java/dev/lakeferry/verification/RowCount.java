package dev.lakeferry.verification;

/** As many rows as the source counts: by its footers, or by its Delta log. */
final class RowCount implements Check {
  @Override
  public String name() {
    return "row_count";
  }

  @Override
  public boolean appliesTo(Subject subject) {
    return subject.expected().rows().isPresent();
  }

  @Override
  public String sql(Subject subject) {
    return subject.scan().sql();
  }

  @Override
  public Finding run(Subject subject) {
    return Finding.equal(
        subject.keptRows() + subject.scan().counts().rows(),
        subject.expected().rows().orElseThrow());
  }
}
