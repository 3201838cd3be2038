package dev.lakeferry.overview;

/**
 * How far the copying of objects is.
 *
 * @param objectsTotal of the whole generation
 * @param percent of the objects, 0 to 100
 * @param bytesPerSecond since copying began, or null before the first
 * @param secondsLeft if the remaining objects take as long as those that are done, or null
 */
public record Progress(
    long objectsDone,
    long objectsTotal,
    long bytesDone,
    int percent,
    Long bytesPerSecond,
    Long secondsLeft) {

  /**
   * Reckons.
   *
   * @param millis since when copying goes on, or 0 where it does not go on
   */
  static Progress of(long done, long total, long bytes, long millis) {
    boolean moving = millis > 0 && done > 0;
    return new Progress(
        done,
        total,
        bytes,
        total <= 0 ? 0 : (int) Math.max(0, Math.min(100, 100 * done / total)),
        moving ? Long.valueOf(bytes * 1_000 / millis) : null,
        moving && total > done ? Long.valueOf(millis * (total - done) / done / 1_000) : null);
  }
}
