package dev.lakeferry.ops;

import dev.lakeferry.lake.TableChanges.Position;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a list of changes goes on. It carries the last snapshot that the list tells of, so that all
 * pages tell of the same span, whatever is published meanwhile.
 */
record ChangesCursor(long until, Position after) {
  private static final Pattern TEXT =
      Pattern.compile("(\\d{1,18})\\.(\\d{1,18})\\.(\\d{1,18})\\.([a-z_]{1,20})");

  /** As clients carry it; they need not understand it. */
  String text() {
    return "%d.%d.%d.%s".formatted(until, after.snapshot(), after.row(), after.change());
  }

  /**
   * Reads what {@link #text} wrote.
   *
   * @throws IllegalArgumentException for anything else
   */
  static ChangesCursor parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "The cursor is not one that a list of changes answered; leave it out to begin anew.");
    }
    return new ChangesCursor(
        Long.parseLong(matcher.group(1)),
        new Position(
            Long.parseLong(matcher.group(2)), Long.parseLong(matcher.group(3)), matcher.group(4)));
  }
}
