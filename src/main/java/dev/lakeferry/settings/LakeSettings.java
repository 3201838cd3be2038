package dev.lakeferry.settings;

/**
 * Where the lake is.
 *
 * @param bucket the bucket that holds its data
 * @param dataPath its DATA_PATH: {@code s3://<bucket>/[path/]}, canonical, ending in a slash
 * @param metadataSchema the schema of its catalog's tables in PostgreSQL
 * @param s3 how to reach the bucket
 */
public record LakeSettings(String bucket, String dataPath, String metadataSchema, S3Settings s3) {

  /** The part of the data path below the bucket: empty, or ending in a slash. */
  public String keyPrefix() {
    return dataPath.substring(("s3://" + bucket + "/").length());
  }
}
