package dev.lakeferry.route;

import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.failure.RunFailure;
import dev.lakeferry.generation.Plan;
import dev.lakeferry.landing.ConfirmedLanding;
import dev.lakeferry.landing.Landing;
import dev.lakeferry.landing.LandingPrefix;
import dev.lakeferry.landing.LandingRequest;
import dev.lakeferry.landing.Landings;
import dev.lakeferry.landing.ObjectCopy;
import dev.lakeferry.objects.ObjectInfo;
import dev.lakeferry.objects.S3Uri;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;

/** What a dry run lands, under a prefix of its own, until it is closed. */
final class DryLanding implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DryLanding.class);

  private final LakeParts lake;
  private final int copies;
  private final LandingPrefix prefix;

  DryLanding(LakeParts lake, int copies, LandingPrefix prefix) {
    this.lake = lake;
    this.copies = copies;
    this.prefix = prefix;
  }

  /** Copies what the plan names, as the route does; empty if that is nothing. */
  Optional<ConfirmedLanding> of(Plan plan) {
    if (plan.landed().isEmpty()) {
      return Optional.empty();
    }
    Landings landings = lake.landings();
    Landing landing = landings.prepare(new LandingRequest(lake.bucket(), prefix, plan.landed()));
    copy(landing);
    return Optional.of(landings.confirm(landing));
  }

  private void copy(Landing landing) {
    ExecutorService pool = Executors.newFixedThreadPool(copies);
    try {
      List<Future<?>> copies = new ArrayList<>();
      for (Iterator<ObjectCopy> pending = landing.pending(); pending.hasNext(); ) {
        ObjectCopy copy = pending.next();
        copies.add(
            pool.submit(
                () -> {
                  copy(copy);
                  landing.copied(copy);
                }));
      }
      for (Future<?> one : copies) {
        one.get();
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException thrown
          ? thrown
          : new IllegalStateException("An object could not be copied.", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RetryableFailure(
          RetryableFailure.Cause.STORAGE, "Copying was interrupted; nothing was changed.", e);
    } finally {
      end(pool);
    }
  }

  private void copy(ObjectCopy copy) {
    try {
      lake.copier().copy(copy.request());
    } catch (SdkException e) {
      throw copy.failure(e);
    }
  }

  /** Waits for the copies in flight, so that none lands after the prefix was cleared. */
  private static void end(ExecutorService pool) {
    pool.shutdownNow();
    try {
      if (!pool.awaitTermination(5, TimeUnit.MINUTES)) {
        LOG.warn("Some copies of the dry run are still going on.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Law "objects that the catalog may know are sacred": asked, though nothing was committed. */
  @Override
  public void close() {
    String bucket = lake.bucket();
    try {
      if (lake.catalogNames().anythingBelow(prefix)) {
        LOG.error("The catalog names objects under {}; they stay.", prefix);
        return;
      }
      List<String> keys = new ArrayList<>();
      for (ObjectInfo object : lake.objects().list(bucket, prefix.key())) {
        keys.add(object.key());
      }
      lake.objects().delete(bucket, keys);
    } catch (RunFailure e) {
      LOG.warn(
          "What the dry run landed under {} could not be removed; remove it by hand: {}",
          S3Uri.of(bucket, prefix.key()),
          e.getMessage());
    }
  }
}
