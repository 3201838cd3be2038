package dev.lakeferry.objects;

import dev.lakeferry.failure.RunFailure;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketAlreadyOwnedByYouException;
import software.amazon.awssdk.services.s3.model.ChecksumMode;
import software.amazon.awssdk.services.s3.model.Delete;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.NoSuchBucketException;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.S3Error;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * An object store. Whatever fails is thrown as a {@link dev.lakeferry.failure.RunFailure}; see
 * {@link S3Failures}. Safe for use by many threads.
 */
public final class ObjectStore {

  /** As many as one DeleteObjects takes. */
  private static final int DELETED_AT_ONCE = 1000;

  /** When so many keys in a row cannot be deleted, it is not they. */
  private static final int HOPELESS = 5;

  private final S3Client s3;

  /** Wraps a client, which the caller closes. */
  public ObjectStore(S3Client s3) {
    this.s3 = s3;
  }

  /**
   * The objects whose keys begin with a prefix, in the order of their keys, over all pages. Each
   * iteration lists anew, and fetches a page when it is reached.
   */
  public Iterable<ObjectInfo> list(String bucket, String prefix) {
    ListObjectsV2Request request =
        ListObjectsV2Request.builder().bucket(bucket).prefix(prefix).build();
    String what = "Listing " + S3Uri.of(bucket, prefix);
    return () ->
        new ListedObjects(
            guarded(
                S3Action.LIST,
                what,
                () -> s3.listObjectsV2Paginator(request).contents().iterator()),
            what);
  }

  /** What a HEAD tells; empty if there is no such object. */
  public Optional<ObjectHead> head(String bucket, String key) {
    HeadObjectRequest request =
        HeadObjectRequest.builder()
            .bucket(bucket)
            .key(key)
            .checksumMode(ChecksumMode.ENABLED)
            .build();
    return guarded(
        S3Action.READ,
        "Looking at " + S3Uri.of(bucket, key),
        () -> {
          try {
            return Optional.of(Heads.of(s3.headObject(request)));
          } catch (NoSuchKeyException e) {
            return Optional.empty();
          }
        });
  }

  /**
   * Copies up to 5 GiB in one request, without the bytes passing through this process; larger
   * objects are {@link ObjectCopier}'s.
   *
   * @return the new object's ETag, without quotes
   */
  public String copy(CopyRequest request) {
    return guarded(
        S3Action.COPY,
        request.what(),
        () -> unquoted(s3.copyObject(request.toSdk()).copyObjectResult().eTag()));
  }

  /**
   * Deletes objects, 1000 in a request; a key without an object is no error.
   *
   * @throws dev.lakeferry.failure.RunFailure naming the keys that could not be deleted; the others
   *     are
   */
  public void delete(String bucket, Iterable<String> keys) {
    List<S3Error> refused = new ArrayList<>();
    List<ObjectIdentifier> batch = new ArrayList<>();
    for (String key : keys) {
      batch.add(ObjectIdentifier.builder().key(key).build());
      if (batch.size() == DELETED_AT_ONCE) {
        refused.addAll(deleteBatch(bucket, batch));
        batch.clear();
      }
    }
    if (!batch.isEmpty()) {
      refused.addAll(deleteBatch(bucket, batch));
    }
    if (!refused.isEmpty()) {
      throw DeletionErrors.failure(bucket, refused);
    }
  }

  /**
   * Deletes what can be deleted. Where a key stops a whole request, as one does that a store cannot
   * read in XML, the others are deleted one by one.
   *
   * @return why those stay that could not be deleted, by key
   * @throws dev.lakeferry.failure.RunFailure if none can be deleted
   */
  public Map<String, String> deleteEach(String bucket, List<String> keys) {
    Map<String, String> refused = new LinkedHashMap<>();
    for (int from = 0; from < keys.size(); from += DELETED_AT_ONCE) {
      List<String> some = keys.subList(from, Math.min(from + DELETED_AT_ONCE, keys.size()));
      try {
        deleteBatch(
                bucket,
                some.stream().map(key -> ObjectIdentifier.builder().key(key).build()).toList())
            .forEach(error -> refused.put(error.key(), error.code() + ": " + error.message()));
      } catch (RunFailure whole) {
        deleteOneByOne(bucket, some, whole, refused);
      }
    }
    return refused;
  }

  private void deleteOneByOne(
      String bucket, List<String> keys, RunFailure whole, Map<String, String> refused) {
    int deleted = 0;
    int failed = 0;
    for (String key : keys) {
      try {
        guarded(
            S3Action.DELETE,
            "Deleting " + S3Uri.of(bucket, key),
            () -> s3.deleteObject(request -> request.bucket(bucket).key(key)));
        deleted++;
      } catch (RunFailure one) {
        refused.put(key, one.getMessage());
        failed++;
      }
      if (deleted == 0 && failed == HOPELESS) {
        throw whole;
      }
    }
    if (deleted == 0) {
      throw whole;
    }
  }

  /** Whether the bucket is there. */
  public boolean bucketExists(String bucket) {
    return guarded(
        S3Action.LIST,
        "Looking for the bucket " + bucket,
        () -> {
          try {
            s3.headBucket(request -> request.bucket(bucket));
            return true;
          } catch (NoSuchBucketException e) {
            return false;
          }
        });
  }

  /** Creates a bucket, unless it is there and ours. */
  public void createBucket(String bucket) {
    guarded(
        S3Action.CREATE_BUCKET,
        "Creating the bucket " + bucket,
        () -> {
          try {
            return s3.createBucket(request -> request.bucket(bucket));
          } catch (BucketAlreadyOwnedByYouException e) {
            return null;
          }
        });
  }

  private List<S3Error> deleteBatch(String bucket, List<ObjectIdentifier> batch) {
    // Quiet: the answer names only what was refused.
    Delete delete = Delete.builder().objects(List.copyOf(batch)).quiet(true).build();
    return guarded(
        S3Action.DELETE,
        "Deleting " + batch.size() + " objects of the bucket " + bucket,
        () -> s3.deleteObjects(request -> request.bucket(bucket).delete(delete)).errors());
  }

  private static <T> T guarded(S3Action action, String what, Supplier<T> call) {
    try {
      return call.get();
    } catch (SdkException e) {
      throw S3Failures.of(e, action, what);
    }
  }

  static String unquoted(String etag) {
    return etag == null ? "" : etag.replace("\"", "");
  }

  /** Turns the pages' entries into ours, and the failure of a page into a run's. */
  private record ListedObjects(Iterator<S3Object> entries, String what)
      implements Iterator<ObjectInfo> {

    @Override
    public boolean hasNext() {
      return guarded(S3Action.LIST, what, entries::hasNext);
    }

    @Override
    public ObjectInfo next() {
      S3Object entry = guarded(S3Action.LIST, what, entries::next);
      return new ObjectInfo(
          entry.key(), entry.size(), unquoted(entry.eTag()), entry.lastModified());
    }
  }
}
