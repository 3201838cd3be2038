package dev.lakeferry.testing;

import dev.lakeferry.objects.StoreCredentials;
import dev.lakeferry.settings.AssumedRole;
import dev.lakeferry.settings.LakeSettings;
import dev.lakeferry.settings.S3Access;
import dev.lakeferry.settings.S3Settings;
import dev.lakeferry.settings.SourceSettings;
import dev.lakeferry.settings.StsSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The way to a lake's buckets by a role whose sessions end after an hour, of a clock that is turned
 * by hand, past a store that checks each request.
 */
public final class CheckedAccess implements AutoCloseable {
  public static final String ROLE = "arn:aws:iam::123456789012:role/lake";
  public static final String KEY = "arn:aws:kms:us-east-1:123456789012:key/lake";
  public static final Duration SESSION = Duration.ofHours(1);

  private final TestLake lake;
  private final TurnedClock clock = new TurnedClock(Instant.now());
  private final StoreCredentials credentials = new StoreCredentials(clock);
  private final FakeSts sts;
  private final CheckedStore store;

  /** Leads to the store of a lake. */
  public CheckedAccess(TestLake lake) {
    this.lake = lake;
    S3Settings behind = lake.lakeSettings().s3();
    sts = new FakeSts(clock, behind.accessKey().orElseThrow(), behind.secretKey().get().reveal());
    store = new CheckedStore(behind.endpoint().orElseThrow(), sts::isGood);
  }

  public TurnedClock clock() {
    return clock;
  }

  public StoreCredentials credentials() {
    return credentials;
  }

  public FakeSts sts() {
    return sts;
  }

  public CheckedStore store() {
    return store;
  }

  public S3Settings settings() {
    S3Settings behind = lake.lakeSettings().s3();
    return new S3Settings(
        behind.region(),
        Optional.of(store.endpoint()),
        true,
        behind.accessKey(),
        behind.secretKey(),
        new S3Access(
            Optional.of(new AssumedRole(ROLE, Optional.of("from-us"))),
            true,
            Optional.of(KEY),
            Optional.empty(),
            new StsSettings(
                Optional.of(sts.endpoint()), "us-east-1", SESSION, Duration.ofMinutes(20))));
  }

  /** The lake, reached this way. */
  public LakeSettings lakeSettings() {
    LakeSettings ours = lake.lakeSettings();
    return new LakeSettings(ours.bucket(), ours.dataPath(), ours.metadataSchema(), settings());
  }

  /** Its source, reached this way. */
  public SourceSettings sourceSettings() {
    return new SourceSettings(
        lake.sourceSettings().bucket(), lake.sourceSettings().prefix(), settings());
  }

  @Override
  public void close() {
    store.close();
    sts.close();
  }
}
