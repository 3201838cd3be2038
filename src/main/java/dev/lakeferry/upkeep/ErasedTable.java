package dev.lakeferry.upkeep;

import dev.lakeferry.naming.TableName;
import java.time.Instant;

/**
 * What is left of a table that is, or is to be, erased.
 *
 * @param live whether readers still see it
 * @param busy whether it is being published, so that nothing was done
 * @param objectsNamed objects that snapshots still name; they go when these have expired and their
 *     files were cleaned up
 * @param objectsLeft objects that no snapshot names, and that are too young to be removed
 * @param objectsRemoved objects that were removed now, or would be
 * @param bytes of all objects that are left
 * @param readableUntil until when snapshots name it, at the earliest, as the settings are; null
 *     where none does
 */
public record ErasedTable(
    TableName table,
    boolean live,
    boolean busy,
    long objectsNamed,
    long objectsLeft,
    long objectsRemoved,
    long bytes,
    Instant readableUntil) {

  /** Whether nothing of it is left in catalog and bucket. */
  public boolean gone() {
    return !live && !busy && objectsNamed == 0 && objectsLeft == 0;
  }
}
