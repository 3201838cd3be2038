package dev.lakeferry.rollback;

import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.failure.RunFailure;
import dev.lakeferry.generation.Plan;
import dev.lakeferry.lake.Catalog;
import dev.lakeferry.landing.ConfirmedLanding;
import dev.lakeferry.landing.Landing;
import dev.lakeferry.landing.LandingPrefix;
import dev.lakeferry.landing.LandingRequest;
import dev.lakeferry.landing.Landings;
import dev.lakeferry.landing.ObjectCopy;
import dev.lakeferry.objects.ObjectCopier;
import dev.lakeferry.objects.ObjectInfo;
import dev.lakeferry.objects.ObjectStore;
import dev.lakeferry.objects.S3Uri;
import dev.lakeferry.settings.Settings;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import software.amazon.awssdk.services.s3.S3Client;

/** The objects of an older generation, landed again; no byte of them passes through here. */
final class Landed {
  private final Settings settings;
  private final S3Client client;
  private final Catalog catalog;
  private final LandingPrefix prefix;

  Landed(Settings settings, S3Client client, Catalog catalog, LandingPrefix prefix) {
    this.settings = settings;
    this.client = client;
    this.catalog = catalog;
    this.prefix = prefix;
  }

  LandingPrefix prefix() {
    return prefix;
  }

  /** Copies them and looks that all are there; empty if there is none to land. */
  Optional<ConfirmedLanding> land(Plan plan) {
    if (plan.landed().isEmpty()) {
      return Optional.empty();
    }
    long threshold = settings.size("lakeferry.copy.multipart-threshold");
    Landings landings =
        new Landings(
            new ObjectStore(client),
            below -> catalog.fileUnder(S3Uri.of(bucket(), below.key())).isPresent(),
            threshold);
    Landing landing = landings.prepare(new LandingRequest(bucket(), prefix, plan.landed()));
    copy(landing, threshold);
    return Optional.of(landings.confirm(landing));
  }

  private void copy(Landing landing, long threshold) {
    int copies = settings.number("lakeferry.copy.concurrency");
    ExecutorService pool = Executors.newFixedThreadPool(copies);
    try (ObjectCopier copier =
        new ObjectCopier(client, copies, threshold, ObjectCopier.PART_SIZE)) {
      List<Future<?>> running = new ArrayList<>();
      for (Iterator<ObjectCopy> pending = landing.pending(); pending.hasNext(); ) {
        ObjectCopy copy = pending.next();
        running.add(
            pool.submit(
                () -> {
                  copier.copy(copy.request());
                  landing.copied(copy);
                }));
      }
      for (Future<?> copy : running) {
        await(copy);
      }
    } finally {
      pool.shutdownNow();
    }
  }

  private static void await(Future<?> copy) {
    try {
      copy.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RunFailure failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RetryableFailure(
          RetryableFailure.Cause.STORAGE, "Interrupted while objects were copied.", e);
    }
  }

  /** Removes what was landed, unless the catalog names anything of it. */
  void remove() {
    if (catalog.fileUnder(S3Uri.of(bucket(), prefix.key())).isPresent()) {
      return;
    }
    ObjectStore store = new ObjectStore(client);
    List<String> keys = new ArrayList<>();
    for (ObjectInfo object : store.list(bucket(), prefix.key())) {
      keys.add(object.key());
    }
    store.delete(bucket(), keys);
  }

  private String bucket() {
    return settings.lake().bucket();
  }
}
