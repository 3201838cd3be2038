package dev.lakeferry.verification;

import dev.lakeferry.lake.Quote;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The newest row is young enough. For tables whose timestamp column is declared. */
final class Freshness implements Check {
  private final Clock clock;

  Freshness(Clock clock) {
    this.clock = clock;
  }

  @Override
  public String name() {
    return "freshness";
  }

  @Override
  public boolean appliesTo(Subject subject) {
    return subject.rules().declared().freshness().isPresent();
  }

  private static FreshnessRule rule(Subject subject) {
    return subject.rules().declared().freshness().orElseThrow();
  }

  @Override
  public String sql(Subject subject) {
    return "SELECT epoch_ms(CAST(max(%s) AS TIMESTAMP)) FROM %s"
        .formatted(Quote.name(rule(subject).column()), subject.quoted());
  }

  @Override
  public Finding run(Subject subject) {
    FreshnessRule rule = rule(subject);
    Optional<Instant> newest =
        subject.session().query(sql(subject), row -> row.getObject(1)).stream()
            .filter(Number.class::isInstance)
            .map(millis -> Instant.ofEpochMilli(((Number) millis).longValue()))
            .findFirst();
    Instant oldest = clock.instant().minus(rule.maxAge());
    String expected = "%s not before %s".formatted(rule.column(), oldest);
    if (newest.isEmpty()) {
      return Finding.failed(
          "no value", expected, "no row has a value in '%s'".formatted(rule.column()));
    }
    if (newest.get().isBefore(oldest)) {
      return Finding.failed(
          newest.get().toString(),
          expected,
          "the newest '%s' is %s, which is older than %s"
              .formatted(rule.column(), newest.get(), words(rule.maxAge())));
    }
    return Finding.passed(newest.get().toString(), expected);
  }

  private static String words(Duration age) {
    long hours = age.toHours();
    return hours > 0 && hours % 24 == 0 ? hours / 24 + " d" : age.toString().substring(2);
  }
}
