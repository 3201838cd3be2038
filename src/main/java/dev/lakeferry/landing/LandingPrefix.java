package dev.lakeferry.landing;

import dev.lakeferry.naming.SafeJobId;
import dev.lakeferry.naming.TableName;

/**
 * Where the objects of one plan are landed: {@code
 * <schema>/<table>/_imports/<source-schema-id>/<job-id>/} below the lake's DATA_PATH, or a sibling
 * of it. Holds nothing but {@code A-Z a-z 0-9 _ -} below DATA_PATH, so that a glob over it means
 * what it says.
 *
 * @param key without bucket; ends with a slash, begins with none
 */
public record LandingPrefix(String key) {

  /** Which workflows land there; the segment after the table's. */
  public enum Kind {
    IMPORTS("_imports"),
    COPIES("_copies"),
    ROLLBACKS("_rollbacks");

    private final String segment;

    Kind(String segment) {
      this.segment = segment;
    }
  }

  /** Checks the form. */
  public LandingPrefix {
    if (!key.endsWith("/") || key.startsWith("/") || key.contains("//")) {
      throw new IllegalArgumentException("Not the prefix of a landing: " + key);
    }
  }

  /**
   * The first landing of a job.
   *
   * @param dataPath the lake's DATA_PATH without {@code s3://} and bucket; may be empty
   * @param sourceId the source schema's id, or the saved query's
   */
  public static LandingPrefix base(
      String dataPath, TableName table, Kind kind, String sourceId, String jobId) {
    return new LandingPrefix(
        directory(dataPath)
            + String.join(
                "/",
                SafeJobId.of(table.schema()),
                SafeJobId.of(table.table()),
                kind.segment,
                SafeJobId.of(sourceId),
                SafeJobId.of(jobId))
            + "/");
  }

  /**
   * A later landing of the same job.
   *
   * @param number counts from 1
   */
  LandingPrefix sibling(String token, int number) {
    String job = key.substring(0, key.length() - 1);
    return new LandingPrefix(job + "__" + SafeJobId.of(token) + "-" + number + "/");
  }

  private static String directory(String dataPath) {
    String trimmed = dataPath.replaceAll("^/+|/+$", "");
    return trimmed.isEmpty() ? "" : trimmed + "/";
  }

  @Override
  public String toString() {
    return key;
  }
}
