package dev.lakeferry.overview;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;

/**
 * Where a list of runs goes on: behind this run. Runs that are made meanwhile come before it, so no
 * run is listed twice or left out.
 */
record RunCursor(Instant createdAt, String id) {

  /** As clients carry it; they need not understand it. */
  String text() {
    String plain = createdAt.getEpochSecond() + "," + createdAt.getNano() + "," + id;
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(plain.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Reads what {@link #text} wrote.
   *
   * @throws IllegalArgumentException for anything else
   */
  static RunCursor parse(String text) {
    try {
      String[] parts =
          new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8).split(",", 3);
      return new RunCursor(
          Instant.ofEpochSecond(Long.parseLong(parts[0]), Long.parseLong(parts[1])), parts[2]);
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException | DateTimeException e) {
      throw new IllegalArgumentException(
          "The cursor is not one that a list of runs answered; leave it out to begin anew.", e);
    }
  }
}
