package dev.lakeferry.objects;

/**
 * The mark that a copy in parts leaves on its object: the ETag of its source. The ETag of the copy
 * itself depends on how it was cut, so that it tells nothing of the content.
 */
public final class CopiedFrom {
  static final String METADATA = "lakeferry-source-etag";

  private CopiedFrom() {}

  /** Whether an object was copied in parts from a source that had this ETag, without quotes. */
  public static boolean isCopyOf(ObjectHead object, String sourceEtag) {
    return sourceEtag.equals(object.metadata().get(METADATA));
  }
}
