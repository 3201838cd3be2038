package dev.lakeferry.generation;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An object as the engine names it.
 *
 * @param key as it is stored; a URI of this form is never percent-encoded
 */
public record ObjectUri(String bucket, String key) {
  private static final Pattern FORM = Pattern.compile("s3://([^/]+)/(.+)", Pattern.DOTALL);

  /**
   * Takes a URI apart.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static ObjectUri of(String uri) {
    Matcher matcher = FORM.matcher(uri);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("No object's URI: " + uri);
    }
    return new ObjectUri(matcher.group(1), matcher.group(2));
  }

  @Override
  public String toString() {
    return "s3://" + bucket + "/" + key;
  }
}
