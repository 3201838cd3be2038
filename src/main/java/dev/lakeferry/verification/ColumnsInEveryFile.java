package dev.lakeferry.verification;

/** Whether an older file of the generation lacks a column; it reads NULL there. */
final class ColumnsInEveryFile implements Check {
  @Override
  public String name() {
    return "columns_in_every_file";
  }

  @Override
  public boolean appliesTo(Subject subject) {
    return !subject.expected().columns().isEmpty() && subject.expected().rows().isPresent();
  }

  @Override
  public String sql(Subject subject) {
    return null;
  }

  @Override
  public Finding run(Subject subject) {
    var remarks = subject.expected().remarks();
    return remarks.isEmpty()
        ? Finding.passed("all", "all")
        : Finding.failed(remarks.size() + " missing in some", "all", String.join(" ", remarks));
  }
}
