package dev.lakeferry.check;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import software.amazon.awssdk.services.s3.model.S3Object;

/** The object of the source that is read and copied: the smallest of those that were listed. */
final class SourceSample {
  private final AtomicReference<S3Object> object = new AtomicReference<>();

  void take(S3Object found) {
    object.set(found);
  }

  Optional<S3Object> object() {
    return Optional.ofNullable(object.get());
  }
}
