package dev.lakeferry.overview;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;

/** Columns that may be null, or hold what no clock says. */
final class Read {
  private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");

  private Read() {}

  /** A time; null also for {@code infinity} and what lies beyond the years 1970 to 9999. */
  static Instant time(ResultSet row, String column) throws SQLException {
    OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
    if (time == null) {
      return null;
    }
    Instant instant = time.toInstant();
    return instant.isBefore(Instant.EPOCH) || instant.isAfter(LATEST) ? null : instant;
  }

  static Long number(ResultSet row, String column) throws SQLException {
    long number = row.getLong(column);
    return row.wasNull() ? null : number;
  }
}
