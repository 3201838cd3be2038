package dev.lakeferry.landing;

import dev.lakeferry.objects.ObjectInfo;
import dev.lakeferry.objects.ObjectStore;
import java.util.Iterator;

/** All objects below a landing's prefix; asks now and then whether to go on. */
final class PrefixListing implements Iterable<ObjectInfo> {
  private static final int ASKED_EVERY = 1000;

  private final ObjectStore store;
  private final LandingRequest request;

  PrefixListing(ObjectStore store, LandingRequest request) {
    this.store = store;
    this.request = request;
  }

  @Override
  public Iterator<ObjectInfo> iterator() {
    Iterator<ObjectInfo> listed =
        store.list(request.lakeBucket(), request.prefix().key()).iterator();
    return new Iterator<>() {
      private int count;

      @Override
      public boolean hasNext() {
        return listed.hasNext();
      }

      @Override
      public ObjectInfo next() {
        if (count++ % ASKED_EVERY == 0) {
          request.cancelCheck().run();
        }
        return listed.next();
      }
    };
  }
}
