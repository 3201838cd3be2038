package dev.lakeferry.generation;

/**
 * An object of a generation: where the source holds it and where it is to be landed.
 *
 * @param sourceBucket the bucket that holds it; a Delta table may name files of several
 * @param sourceKey its key there, as it is stored
 * @param landedPath the path below the landing prefix; equal to the path below the source's folder
 *     but for the few characters that the engine cannot read or delete, which are percent-encoded
 * @param size in bytes
 * @param etag the source's, without quotes
 */
public record PlannedObject(
    String sourceBucket, String sourceKey, String landedPath, long size, String etag) {

  /** The same, to be landed below a directory of the landing prefix. */
  PlannedObject below(String directory) {
    return new PlannedObject(sourceBucket, sourceKey, directory + landedPath, size, etag);
  }
}
