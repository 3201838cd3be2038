package dev.lakeferry.check;

import dev.lakeferry.objects.ObjectInfo;
import dev.lakeferry.objects.ObjectStore;
import dev.lakeferry.objects.S3Clients;
import dev.lakeferry.objects.S3Uri;
import dev.lakeferry.settings.S3Settings;
import dev.lakeferry.settings.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Where the probes of the lake's bucket may write: a prefix of its own below DATA_PATH, new with
 * every look, and removed again.
 *
 * <p>Nothing else meets it: tables and landings lie below {@code <schema>/<table>/}, and no schema
 * is called so; the sweep of leftovers looks below the prefixes of attempts alone; {@code lake
 * init} minds Parquet files alone, and what is written here is text.
 */
final class ProbePlace implements AutoCloseable {
  /** The folder below DATA_PATH. */
  static final String FOLDER = "__lakeferry_check/";

  private final Settings settings;
  private final String prefix;
  private final List<S3Client> opened = new ArrayList<>();
  private final Supplier<S3Client> lake;
  private final Bucket lakeBucket;
  private final Bucket sourceBucket;
  private boolean written;

  ProbePlace(Settings settings, Duration limit) {
    this.settings = settings;
    this.prefix = settings.lake().prefix() + FOLDER + UUID.randomUUID() + "/";
    S3Settings lakeS3 = settings.lake().s3();
    S3Settings sourceS3 = settings.source().s3();
    this.lake = once(lakeS3, s3 -> S3Clients.openImpatient(s3, limit));
    this.lakeBucket =
        new Bucket(
            settings.lake().bucket(),
            "DUCKLAKE_BUCKET",
            lakeS3,
            lake,
            once(lakeS3, s3 -> S3Clients.openAnonymous(s3, limit)));
    this.sourceBucket =
        new Bucket(
            settings.source().bucket(),
            "SOURCE_BUCKET_URL",
            sourceS3,
            once(sourceS3, s3 -> S3Clients.openImpatient(s3, limit)),
            once(sourceS3, s3 -> S3Clients.openAnonymous(s3, limit)));
  }

  private Supplier<S3Client> once(S3Settings s3, Function<S3Settings, S3Client> open) {
    S3Client[] client = new S3Client[1];
    return () -> {
      synchronized (opened) {
        if (client[0] == null) {
          client[0] = open.apply(s3);
          opened.add(client[0]);
        }
        return client[0];
      }
    };
  }

  Bucket lakeBucket() {
    return lakeBucket;
  }

  Bucket sourceBucket() {
    return sourceBucket;
  }

  /** What the source's keys begin with. */
  String sourcePrefix() {
    return settings.source().prefix();
  }

  /** Ends with a slash. */
  String prefix() {
    return prefix;
  }

  /** A key to write to; from now on there is something to remove. */
  synchronized String writing(String name) {
    written = true;
    return prefix + name;
  }

  /** A key below the prefix, to be read or deleted. */
  String key(String name) {
    return prefix + name;
  }

  synchronized boolean written() {
    return written;
  }

  /** Everything below the prefix. */
  List<String> keys() {
    List<String> keys = new ArrayList<>();
    for (ObjectInfo object : new ObjectStore(lake.get()).list(lakeBucket.name(), prefix)) {
      if (object.key().startsWith(prefix)) {
        keys.add(object.key());
      }
    }
    return keys;
  }

  /** Removes what is left, where anything was written; tells what could not be removed. */
  Optional<Finding> clear() {
    if (!written()) {
      return Optional.empty();
    }
    try {
      List<String> left = keys();
      if (!left.isEmpty()) {
        new ObjectStore(lake.get()).delete(lakeBucket.name(), left);
      }
      return Optional.empty();
    } catch (RuntimeException e) {
      return Optional.of(
          Finding.warning(
              "small objects below %s could not be removed"
                  .formatted(S3Uri.of(lakeBucket.name(), prefix)),
              "Remove them; the service never looks there."));
    }
  }

  @Override
  public void close() {
    synchronized (opened) {
      opened.forEach(S3Client::close);
    }
  }
}
