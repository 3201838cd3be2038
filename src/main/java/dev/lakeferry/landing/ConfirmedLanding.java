package dev.lakeferry.landing;

import dev.lakeferry.generation.PlannedObject;
import dev.lakeferry.objects.S3Uri;
import java.util.List;

/**
 * A landing whose prefix was listed after the last copy and held exactly the planned objects. Made
 * by {@link Landings#confirm} alone, so that a publication that demands one cannot be handed less.
 */
public final class ConfirmedLanding {
  private final LandingRequest request;
  private final long bytes;

  ConfirmedLanding(LandingRequest request, long bytes) {
    this.request = request;
    this.bytes = bytes;
  }

  /** The lake's bucket. */
  public String bucket() {
    return request.lakeBucket();
  }

  /** Where the objects lie. */
  public LandingPrefix prefix() {
    return request.prefix();
  }

  /** The prefix as the engine reads it, ending with a slash. */
  public String uri() {
    return S3Uri.of(bucket(), prefix().key());
  }

  /** The planned objects, each of which lies at its path below the prefix. */
  public List<PlannedObject> objects() {
    return request.objects();
  }

  /** Where each of them lies, as the engine reads it, in their order. */
  public List<String> uris() {
    String folder = uri();
    return objects().stream().map(object -> folder + object.landedPath()).toList();
  }

  /** Their size altogether. */
  public long bytes() {
    return bytes;
  }
}
