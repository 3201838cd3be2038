package dev.lakeferry.settings;

/**
 * Where completed imports and materialised models lie.
 *
 * @param bucket the warehouse bucket
 * @param keyPrefix the part of SOURCE_BUCKET_URL below the bucket: empty, or ending in a slash
 * @param s3 how to reach the bucket
 */
public record SourceSettings(String bucket, String keyPrefix, S3Settings s3) {}
