package dev.lakeferry.ops;

import dev.lakeferry.settings.Durations;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A time in the past: a length of time before now, a day in UTC, or an ISO-8601 time. */
final class SinceOption implements ITypeConverter<Instant> {
  @Override
  public Instant convert(String text) {
    try {
      if (text.matches("\\d{4}-\\d{2}-\\d{2}")) {
        return LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
      }
      return text.contains("T")
          ? OffsetDateTime.parse(text).toInstant()
          : Instant.now().minus(Durations.parse(text));
    } catch (DateTimeException | IllegalArgumentException e) {
      throw new TypeConversionException(
          "'%s' is neither a length of time (7d, 12h) nor a day (2026-01-02) nor a time with its offset (2026-01-02T03:04:05Z)"
              .formatted(text));
    }
  }
}
