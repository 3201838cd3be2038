package dev.lakeferry.objects;

/** Objects and folders as the engine reads them and operators know them. */
public final class S3Uri {
  private S3Uri() {}

  /**
   * Of an object, or of a folder.
   *
   * @param key as the store has it, not encoded; may be empty
   */
  public static String of(String bucket, String key) {
    return "s3://" + bucket + "/" + key;
  }
}
