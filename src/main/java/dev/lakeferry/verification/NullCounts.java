package dev.lakeferry.verification;

import dev.lakeferry.generation.ColumnFacts;
import dev.lakeferry.settings.CheckLevels.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * As many values that are not null in each column as the source counts. Counting reads every
 * column, so it is left to the read-back after the COMMIT, where statistics answer, for a
 * generation that is larger than a setting.
 */
final class NullCounts implements Check {
  private static final String NAME = "null_counts";
  private static final int TOLD = 5;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean appliesTo(Subject subject) {
    return !subject.expected().facts().isEmpty();
  }

  /** The columns that the shared scan counts for this check. */
  static List<String> columnsToScan(Expected expected, VerificationRules rules) {
    boolean counted =
        rules.level(NAME) != Level.OFF && expected.bytes() <= rules.nullCountsLargest();
    return counted ? expected.facts().stream().map(ColumnFacts::name).toList() : List.of();
  }

  @Override
  public String sql(Subject subject) {
    return subject.scan().sql();
  }

  @Override
  public Finding run(Subject subject) {
    List<ColumnFacts> facts = subject.expected().facts();
    if (subject.expected().bytes() > subject.rules().nullCountsLargest()) {
      return Finding.skipped(
          "the files are larger than lakeferry.verify.null-counts.largest; count(column) is"
              + " compared after the COMMIT, from the statistics");
    }
    List<Long> observed = subject.scan().counts().values();
    List<String> differences = new ArrayList<>();
    for (int i = 0; i < facts.size(); i++) {
      if (observed.get(i) != facts.get(i).values()) {
        differences.add(
            "%s has %d values instead of %d"
                .formatted(facts.get(i).name(), observed.get(i), facts.get(i).values()));
      }
    }
    String expected = "the source's values in %d columns".formatted(facts.size());
    return differences.isEmpty()
        ? Finding.passed("the same", expected)
        : Finding.failed(
            "%d columns differ".formatted(differences.size()),
            expected,
            differences.stream().limit(TOLD).collect(Collectors.joining("; ")));
  }
}
