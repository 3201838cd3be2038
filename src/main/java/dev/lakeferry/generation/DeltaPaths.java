package dev.lakeferry.generation;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.objects.S3Uri;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The paths of a Delta log: relative to the table's folder, or absolute URIs, percent-encoded
 * either way (RFC 2396, as the protocol's "Add File and Remove File" says).
 */
final class DeltaPaths {
  private static final Pattern ABSOLUTE = Pattern.compile("(?s)([A-Za-z][A-Za-z0-9+.-]*:)?/.*");
  private static final Pattern OBJECT = Pattern.compile("(?s)s3[an]?://([^/]+)/(.+)");
  private static final Pattern CLIMBS = Pattern.compile("(?s)(^|.*/)\\.{1,2}(/.*|$)");

  private final DeltaPlace place;

  DeltaPaths(DeltaPlace place) {
    this.place = place;
  }

  static boolean absolute(String path) {
    return ABSOLUTE.matcher(path).matches();
  }

  /**
   * The URI of a file as the engine names it: decoded.
   *
   * @throws FinalFailure if it lies in no S3 bucket, or climbs
   */
  String uri(String path) {
    if (!absolute(path)) {
      return place.uri() + checked(path, PercentEncoding.decode(path));
    }
    Matcher object = OBJECT.matcher(path);
    if (!object.matches()) {
      throw refused(path, "lies in no S3 bucket");
    }
    return S3Uri.of(object.group(1), checked(path, PercentEncoding.decode(object.group(2))));
  }

  private String checked(String path, String decoded) {
    if (CLIMBS.matcher(decoded).matches()) {
      throw refused(path, "climbs");
    }
    return decoded;
  }

  private FinalFailure refused(String path, String what) {
    return new FinalFailure(
        ("The log of the Delta table %s names the file '%s', which %s; nothing was copied and the"
                + " live table stays. Make the table a deep clone, or rewrite it upstream.")
            .formatted(place.uri(), path, what));
  }
}
