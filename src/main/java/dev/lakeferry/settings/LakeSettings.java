package dev.lakeferry.settings;

/**
 * Where the lake's data lies.
 *
 * @param dataPath canonical: {@code s3://<bucket>/}, folders, a slash at the end, no {@code //}
 * @param metadataSchema the catalog's schema in its database
 */
public record LakeSettings(String bucket, String dataPath, String metadataSchema, S3Settings s3) {}
