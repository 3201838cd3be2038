package dev.lakeferry.settings;

/**
 * The warehouse bucket that finished imports are read from.
 *
 * @param prefix empty, or folders with a slash at the end and none in front: what to put before a
 *     folder_path to get a key
 */
public record SourceSettings(String bucket, String prefix, S3Settings s3) {

  /** {@code s3://<bucket>/<prefix>}, always with a slash at the end. */
  public String url() {
    return "s3://" + bucket + "/" + prefix;
  }
}
