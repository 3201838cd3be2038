package dev.lakeferry.verification;

import dev.lakeferry.lake.Column;
import java.util.List;
import java.util.Optional;

/**
 * What the table was before.
 *
 * @param columns the live table's; empty if there is none
 * @param rows of the last generation that was published, if one was
 */
public record Before(List<Column> columns, Optional<Long> rows) {
  /** No such table yet, or nothing to compare with. */
  public static final Before NOTHING = new Before(List.of(), Optional.empty());
}
