package dev.lakeferry.generation;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.objects.S3Uri;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The folder of a Delta table.
 *
 * @param bucket its bucket
 * @param prefix the key prefix, ending in a slash
 */
public record DeltaPlace(String bucket, String prefix) {
  private static final Pattern URI = Pattern.compile("s3[an]?://([^/]+)/(.+)");

  /**
   * Reads a URI. {@code s3a} is the same store by another name, which DuckDB's secrets do not
   * match.
   *
   * @throws FinalFailure if it is no folder in a bucket, or climbs
   */
  public static DeltaPlace of(String uri) {
    Matcher matcher = URI.matcher(String.valueOf(uri).strip());
    if (!matcher.matches()) {
      throw new FinalFailure(
          "The table's place '%s' must be s3://<bucket>/<folder>; nothing was read. Correct the completion."
              .formatted(uri));
    }
    String prefix = matcher.group(2);
    for (String segment : prefix.split("/", -1)) {
      if (segment.equals("..") || segment.equals(".") || segment.chars().anyMatch(c -> c < ' ')) {
        throw new FinalFailure(
            "The table's place '%s' climbs; nothing was read. Correct the completion."
                .formatted(uri));
      }
    }
    return new DeltaPlace(matcher.group(1), prefix.endsWith("/") ? prefix : prefix + "/");
  }

  /** The folder as the engine names it. */
  public String uri() {
    return S3Uri.of(bucket, prefix);
  }
}
