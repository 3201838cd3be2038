package dev.lakeferry.check;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;

/** How far a database's clock is from this host's. */
final class ClockSkew extends Probe {
  /** What NTP never leaves. */
  private static final Duration NOTICEABLE = Duration.ofSeconds(5);

  /** From here on S3 refuses signatures (RequestTimeTooSkewed). */
  private static final Duration REFUSED = Duration.ofMinutes(15);

  private final Postgres postgres;
  private final Clock clock;

  ClockSkew(Postgres postgres, Clock clock) {
    super(postgres.name() + " clock", postgres.name());
    this.postgres = postgres;
    this.clock = clock;
  }

  @Override
  Finding look() throws SQLException {
    try (Connection connection = postgres.connect();
        Statement statement = connection.createStatement()) {
      Instant before = clock.instant();
      Instant there = time(statement);
      Duration asking = Duration.between(before, clock.instant());
      return judge(Duration.between(before.plus(asking.dividedBy(2)), there));
    }
  }

  private static Instant time(Statement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery("SELECT clock_timestamp()")) {
      row.next();
      return row.getObject(1, OffsetDateTime.class).toInstant();
    }
  }

  private Finding judge(Duration ahead) {
    String found =
        "the server's clock is %.1f s %s this host's"
            .formatted(ahead.abs().toMillis() / 1000.0, ahead.isNegative() ? "behind" : "ahead of");
    String change =
        "Set both by NTP: the service goes by the database's clock, but S3 refuses requests of a"
            + " host that is 15 minutes off, and what is logged cannot be compared.";
    if (ahead.abs().compareTo(REFUSED) >= 0) {
      return Finding.refused(found, change);
    }
    return ahead.abs().compareTo(NOTICEABLE) >= 0
        ? Finding.warning(found, change)
        : Finding.ok(found);
  }
}
