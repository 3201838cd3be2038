package dev.lakeferry.objects;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An object or a folder as the engine names it and operators know it.
 *
 * @param key as the store has it; a URI of this form is never percent-encoded
 */
public record S3Uri(String bucket, String key) {
  private static final Pattern FORM = Pattern.compile("s3://([^/]+)/(.+)", Pattern.DOTALL);

  /**
   * The text of an object's or a folder's.
   *
   * @param key not encoded; may be empty
   */
  public static String of(String bucket, String key) {
    return "s3://" + bucket + "/" + key;
  }

  /**
   * Takes one apart.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static S3Uri parse(String uri) {
    Matcher matcher = FORM.matcher(uri);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("No object's URI: " + uri);
    }
    return new S3Uri(matcher.group(1), matcher.group(2));
  }

  @Override
  public String toString() {
    return of(bucket, key);
  }
}
