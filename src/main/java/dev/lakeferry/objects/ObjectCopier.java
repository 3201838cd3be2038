package dev.lakeferry.objects;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Copies objects of any size within a store: small ones in one request, large ones in parts. All
 * large copies share one pool, so that their number does not multiply the requests in flight.
 */
public final class ObjectCopier implements AutoCloseable {

  /** The most that one CopyObject takes: 5 GiB. */
  public static final long LARGEST_SINGLE_COPY = 5L << 30;

  /** 256 MiB: few requests for an object of 5 GiB, and a lost part costs little. */
  public static final long PART_SIZE = 256L << 20;

  private final ObjectStore store;
  private final ExecutorService pool;
  private final long threshold;
  private final MultipartCopy large;

  /**
   * Takes a client, which the caller closes.
   *
   * @param parallelParts parts in flight, over all large objects; at least 1
   * @param threshold in bytes; what is larger is copied in parts
   * @param partSize in bytes, at least 5 MiB for AWS; grows for objects that would need more than
   *     10,000 parts
   */
  public ObjectCopier(S3Client s3, int parallelParts, long threshold, long partSize) {
    this.store = new ObjectStore(s3);
    this.threshold = threshold;
    this.pool = Executors.newFixedThreadPool(parallelParts, named());
    this.large = new MultipartCopy(s3, pool, partSize);
  }

  /** As {@link #copy(CopyRequest, Runnable)}, which nobody cancels. */
  public void copy(CopyRequest request) {
    copy(request, () -> {});
  }

  /**
   * Copies an object; returns when the copy is whole.
   *
   * @param cancelCheck throws when the copy is to end; asked before each part. What was copied of
   *     the object is then removed, as after any failure.
   * @throws dev.lakeferry.failure.RetryableFailure with the kind VANISHED_OBJECT if the source was
   *     rewritten or removed since it was listed
   */
  public void copy(CopyRequest request, Runnable cancelCheck) {
    cancelCheck.run();
    if (request.size() > threshold) {
      large.copy(request, cancelCheck);
    } else {
      store.copy(request);
    }
  }

  /** Ends the pool; copies that still run fail. */
  @Override
  public void close() {
    // What never began would be waited for without end.
    for (Runnable waiting : pool.shutdownNow()) {
      if (waiting instanceof Future<?> part) {
        part.cancel(false);
      }
    }
  }

  private static ThreadFactory named() {
    AtomicInteger count = new AtomicInteger();
    return work -> {
      Thread thread = new Thread(work, "copy-part-" + count.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }
}
