package dev.lakeferry.landing;

import dev.lakeferry.generation.PlannedObject;
import java.util.BitSet;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * A landing under way: which objects are still to be copied, and how far it is. Made by {@link
 * Landings#prepare}, and taken by no publication: only a {@link ConfirmedLanding} is. Safe for use
 * by many threads.
 */
public final class Landing {
  private final LandingRequest request;
  private final PlannedObjects planned;
  private final long threshold;
  private final int skipped;
  private final BitSet landed;
  private long landedBytes;

  Landing(LandingRequest request, PlannedObjects planned, BitSet landed, long threshold) {
    this.request = request;
    this.planned = planned;
    this.threshold = threshold;
    this.landed = landed;
    this.skipped = landed.cardinality();
    this.landedBytes = landed.stream().mapToLong(i -> planned.get(i).size()).sum();
  }

  /**
   * What is still to be copied, each made when it is asked for. Each call begins anew with what is
   * missing then; an iterator is for one thread.
   */
  public Iterator<ObjectCopy> pending() {
    return new Pending();
  }

  /**
   * Notes that an object was copied; doing so twice changes nothing.
   *
   * @throws IllegalArgumentException if it is none of this landing's
   */
  public synchronized void copied(ObjectCopy copy) {
    String prefix = request.prefix().key();
    int index =
        copy.lakeKey().startsWith(prefix)
            ? planned.indexOf(copy.lakeKey().substring(prefix.length()))
            : -1;
    if (index < 0) {
      throw new IllegalArgumentException(copy.lakeKey() + " is not planned below " + prefix);
    }
    if (!landed.get(index)) {
      landed.set(index);
      landedBytes += copy.size();
    }
  }

  /** How many objects the plan has. */
  public int objects() {
    return planned.count();
  }

  /** How many bytes they have. */
  public long bytes() {
    return planned.bytes();
  }

  /** How many objects are landed, those of an earlier attempt included. */
  public synchronized int landedObjects() {
    return landed.cardinality();
  }

  /** How many bytes are landed, those of an earlier attempt included. */
  public synchronized long landedBytes() {
    return landedBytes;
  }

  /** How many objects an earlier attempt had landed. */
  public int skippedObjects() {
    return skipped;
  }

  /** Where the objects go. */
  public LandingPrefix prefix() {
    return request.prefix();
  }

  LandingRequest request() {
    return request;
  }

  PlannedObjects planned() {
    return planned;
  }

  private synchronized int nextMissing(int from) {
    return landed.nextClearBit(from);
  }

  private ObjectCopy copy(PlannedObject object) {
    return new ObjectCopy(
        object.sourceBucket(),
        object.sourceKey(),
        object.etag(),
        request.lakeBucket(),
        request.prefix().key() + object.landedPath(),
        object.size(),
        object.size() > threshold);
  }

  private final class Pending implements Iterator<ObjectCopy> {
    private int next = nextMissing(0);

    @Override
    public boolean hasNext() {
      return next < planned.count();
    }

    @Override
    public ObjectCopy next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      request.cancelCheck().run();
      ObjectCopy copy = copy(planned.get(next));
      next = nextMissing(next + 1);
      return copy;
    }
  }
}
