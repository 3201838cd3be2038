package dev.lakeferry.generation;

import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.objects.ObjectInfo;
import dev.lakeferry.objects.ObjectStore;
import dev.lakeferry.objects.S3Uri;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Size and ETag of files that a log names, in whichever bucket they lie. */
final class SourceObjects {
  /** A listing of a thousand objects costs about as much as a few looks at single ones. */
  private static final int LISTED_FOR_ONE = 100;

  private final ObjectStore objects;
  private final String namedBy;

  SourceObjects(ObjectStore objects) {
    this(objects, "the Delta log");
  }

  /** The same; says for messages who names the files. */
  SourceObjects(ObjectStore objects, String namedBy) {
    this.objects = objects;
    this.namedBy = namedBy;
  }

  /**
   * Finds them all.
   *
   * @throws RetryableFailure naming one that is gone
   */
  Map<String, ObjectInfo> find(Collection<String> uris) {
    Map<String, List<String>> byBucket = new TreeMap<>();
    for (String uri : uris) {
      S3Uri object = S3Uri.parse(uri);
      byBucket.computeIfAbsent(object.bucket(), b -> new ArrayList<>()).add(object.key());
    }
    Map<String, ObjectInfo> found = new HashMap<>();
    byBucket.forEach((bucket, keys) -> find(bucket, keys, found));
    return found;
  }

  private void find(String bucket, List<String> keys, Map<String, ObjectInfo> found) {
    Map<String, ObjectInfo> wanted = new HashMap<>();
    keys.forEach(key -> wanted.put(key, null));
    int missing = keys.size();
    long listed = 0;
    for (ObjectInfo object : objects.list(bucket, commonFolder(keys))) {
      if (wanted.containsKey(object.key())) {
        wanted.put(object.key(), object);
        missing--;
      }
      listed++;
      if (missing == 0 || listed > 1_000 + (long) LISTED_FOR_ONE * keys.size()) {
        break;
      }
    }
    wanted.forEach(
        (key, object) -> {
          S3Uri uri = new S3Uri(bucket, key);
          found.put(uri.toString(), object == null ? head(uri) : object);
        });
  }

  private ObjectInfo head(S3Uri uri) {
    return objects
        .head(uri.bucket(), uri.key())
        .map(head -> new ObjectInfo(uri.key(), head.size(), head.etag(), null))
        .orElseThrow(
            () ->
                new RetryableFailure(
                    RetryableFailure.Cause.VANISHED_OBJECT,
                    "%s, which %s names, is gone; nothing was copied and the live table stays."
                        .formatted(uri, namedBy),
                    null));
  }

  private static String commonFolder(List<String> keys) {
    String common = keys.get(0);
    for (String key : keys) {
      int i = 0;
      while (i < common.length() && i < key.length() && common.charAt(i) == key.charAt(i)) {
        i++;
      }
      common = common.substring(0, i);
    }
    return common.substring(0, common.lastIndexOf('/') + 1);
  }
}
