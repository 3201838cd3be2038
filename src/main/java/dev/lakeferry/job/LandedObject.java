package dev.lakeferry.job;

/**
 * An object that a live table is made of.
 *
 * @param path below the source's folder, as it is landed
 * @param size in bytes
 * @param etag the source's, without quotes
 * @param landedKey in the lake's bucket; null before it is landed
 * @param runId the run that landed it
 * @param rows by its footer
 * @param signature from its footer: stands for its schema
 * @param firstGroupRows from its footer: rows of its first row group
 * @param leaves from its footer: its leaf columns with their values and nulls, as JSON
 */
public record LandedObject(
    String path,
    long size,
    String etag,
    String landedKey,
    String runId,
    long rows,
    String signature,
    long firstGroupRows,
    String leaves) {

  /** The same, landed. */
  public LandedObject landedAt(String key) {
    return new LandedObject(path, size, etag, key, runId, rows, signature, firstGroupRows, leaves);
  }
}
