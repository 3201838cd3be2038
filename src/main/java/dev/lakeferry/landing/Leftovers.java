package dev.lakeferry.landing;

import dev.lakeferry.objects.ObjectInfo;
import dev.lakeferry.objects.ObjectStore;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an earlier attempt left below a prefix that the catalog names nothing of. Gathered first and
 * removed after the listing: not every store lists on rightly while its objects go.
 */
final class Leftovers {
  private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);

  private final List<ObjectInfo> found = new ArrayList<>();
  private final ObjectStore store;
  private final LandingRequest request;

  Leftovers(ObjectStore store, LandingRequest request) {
    this.store = store;
    this.request = request;
  }

  void add(ObjectInfo leftover) {
    found.add(leftover);
  }

  void remove() {
    if (found.isEmpty()) {
      return;
    }
    request.cancelCheck().run();
    for (ObjectInfo leftover : found) {
      // Before the deletion, so that a key that is gone stands in the log for certain.
      LOG.info(
          "Removing s3://{}/{} ({} bytes, ETag {}, of {}): an earlier attempt left it, no catalog row"
              + " names it.",
          request.lakeBucket(),
          leftover.key(),
          leftover.size(),
          leftover.etag(),
          leftover.modified());
    }
    store.delete(request.lakeBucket(), found.stream().map(ObjectInfo::key).toList());
  }
}
