package dev.lakeferry.demo;

import dev.lakeferry.failure.RunFailure;
import dev.lakeferry.lake.Databases;
import dev.lakeferry.lake.LakeInit;
import dev.lakeferry.objects.ObjectStore;
import dev.lakeferry.objects.S3Clients;
import dev.lakeferry.settings.Settings;
import dev.lakeferry.state.StateDatabase;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.s3.S3Client;

/** Makes the demo's lake and the service's tables, as {@code lake init} does. */
final class DemoLake {
  private static final Logger LOG = LoggerFactory.getLogger(DemoLake.class);
  private static final int TRIES = 10;

  private DemoLake() {}

  /**
   * Makes what is missing while the service starts. The service makes it too in the local profile;
   * the one that comes second may find a half and be refused, so it is tried again.
   *
   * @throws RunFailure if it cannot be made
   */
  static void make(Settings settings, StateDatabase state) {
    for (int failures = 0; ; ) {
      try (S3Client client = S3Clients.open(settings.lake().s3(), 1)) {
        new LakeInit(
                settings.engine(),
                settings.catalog(),
                settings.lake(),
                settings.source(),
                new ObjectStore(client))
            .run(true);
        break;
      } catch (RunFailure e) {
        if (++failures == TRIES) {
          throw e;
        }
        LOG.info("Making the lake is tried again", e);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(500));
      }
    }
    Databases.ensure(settings.state());
    state.migrate();
  }
}
