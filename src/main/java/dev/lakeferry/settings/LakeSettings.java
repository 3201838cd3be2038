package dev.lakeferry.settings;

/**
 * Where the lake's data lies.
 *
 * @param dataPath canonical: {@code s3://<bucket>/}, folders, a slash at the end, no {@code //}
 * @param metadataSchema the catalog's schema in its database
 */
public record LakeSettings(String bucket, String dataPath, String metadataSchema, S3Settings s3) {

  /** The part of the data path below the bucket: empty, or folders with a slash at the end. */
  public String prefix() {
    return dataPath.substring(("s3://" + bucket + "/").length());
  }
}
