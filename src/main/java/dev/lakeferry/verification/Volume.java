package dev.lakeferry.verification;

/** Not far fewer rows than in the generation before: often an import that was cut short. */
final class Volume implements Check {
  @Override
  public String name() {
    return "volume";
  }

  @Override
  public boolean appliesTo(Subject subject) {
    return subject.before().rows().isPresent();
  }

  @Override
  public String sql(Subject subject) {
    return subject.scan().sql();
  }

  @Override
  public Finding run(Subject subject) {
    long before = subject.before().rows().orElseThrow();
    long now = subject.keptRows() + subject.scan().counts().rows();
    double drop = subject.rules().volumeDrop();
    long least = (long) Math.ceil(before * (1 - drop));
    String expected = "at least %d rows".formatted(least);
    String tolerance = "-%s %%".formatted(Math.round(drop * 10_000) / 100.0);
    boolean passed = now >= least;
    return new Finding(
        passed,
        now + " rows",
        expected,
        tolerance,
        passed ? null : "%,d rows where the generation before had %,d".formatted(now, before));
  }
}
