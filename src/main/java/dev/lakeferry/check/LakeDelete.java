package dev.lakeferry.check;

import dev.lakeferry.failure.RunFailure;
import dev.lakeferry.objects.ObjectStore;
import dev.lakeferry.objects.S3Uri;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Delete on the lake's bucket, by what the other probes wrote. */
final class LakeDelete extends Probe {
  private final ProbePlace place;

  LakeDelete(ProbePlace place) {
    super("lake delete", "lake bucket");
    this.place = place;
  }

  @Override
  Finding look() {
    Bucket bucket = place.lakeBucket();
    // Also where nothing could be written: the store refuses before it looks for the key.
    Set<String> keys = new TreeSet<>(List.of(place.key(LakePut.OBJECT)));
    keys.addAll(listed());
    try {
      new ObjectStore(bucket.client().get()).delete(bucket.name(), keys);
    } catch (RunFailure e) {
      return Finding.refused(
          "what was written below %s could not be deleted: %s"
              .formatted(
                  S3Uri.of(bucket.name(), place.prefix()), Refusal.withoutRuns(e.getMessage())),
          "Grant s3:DeleteObject, and remove what lies there.");
    }
    List<String> left = listed();
    return left.isEmpty()
        ? Finding.ok("s3:DeleteObject is granted, nothing is left behind")
        : Finding.refused(
            "deleted objects are still listed: " + left,
            "Remove them, and look whether the store's deletions take effect.");
  }

  private List<String> listed() {
    try {
      return place.keys();
    } catch (RunFailure untold) {
      return new ArrayList<>();
    }
  }
}
