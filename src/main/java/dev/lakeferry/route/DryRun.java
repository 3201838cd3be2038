package dev.lakeferry.route;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.completion.ImportRow;
import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.failure.RunFailure;
import dev.lakeferry.generation.Plan;
import dev.lakeferry.generation.PlanRequest;
import dev.lakeferry.job.Generations;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.landing.ConfirmedLanding;
import dev.lakeferry.landing.Landing;
import dev.lakeferry.landing.LandingPrefix;
import dev.lakeferry.landing.LandingRequest;
import dev.lakeferry.landing.Landings;
import dev.lakeferry.landing.ObjectCopy;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.objects.ObjectInfo;
import dev.lakeferry.ops.DryRuns;
import dev.lakeferry.publish.Publication;
import dev.lakeferry.publish.PublicationId;
import dev.lakeferry.publish.Rehearsal;
import dev.lakeferry.settings.Settings;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A run without claim, gate, lock or swap. It lands under a prefix of its own, which no run ever
 * takes, and removes that again; the state database is only read.
 */
public final class DryRun implements DryRuns {
  private static final Logger LOG = LoggerFactory.getLogger(DryRun.class);

  private final Settings settings;

  /** Takes checked settings; connects when it is used. */
  public DryRun(Settings settings) {
    this.settings = settings;
  }

  @Override
  public Rehearsal of(ImportRow row, Way way) {
    try (Parts parts = new Parts(settings, new GateFailures())) {
      CompletedImport completion = row.completion();
      PlanRules rules = new PlanRules(parts);
      TableName table = PlanRules.table(completion, rules.namingVersion(completion));
      Plan plan = plan(parts, rules, row, way, table);
      LandingPrefix prefix =
          LandingPrefix.base(
              settings.lake().prefix(),
              table,
              way == Way.REGISTER ? LandingPrefix.Kind.IMPORTS : LandingPrefix.Kind.COPIES,
              completion.sourceSchemaId(),
              completion.jobId() + "__dry-run-" + UUID.randomUUID().toString().substring(0, 8));
      try {
        return parts
            .publisher()
            .rehearse(publication(parts, completion, way, table, plan, land(parts, plan, prefix)));
      } finally {
        remove(parts, prefix);
      }
    }
  }

  private static Plan plan(Parts parts, PlanRules rules, ImportRow row, Way way, TableName table) {
    CompletedImport completion = row.completion();
    try (LakeSession session = parts.lake().open("dry run of " + completion.jobId())) {
      PlanRequest request =
          new PlanRequest(
              session.columns(table),
              way == Way.REGISTER ? rules.registrationFill() : rules.copyFill(),
              LOG::info);
      return way == Way.REGISTER
          ? parts.preparedFolder().plan(completion, session, request)
          : parts
              .deltaTable()
              .plan(
                  rules.deltaPlace(completion, row.deltaFolder()),
                  row.deltaVersion(),
                  completion.expectedRows(),
                  session,
                  request);
    }
  }

  private static Publication publication(
      Parts parts,
      CompletedImport completion,
      Way way,
      TableName table,
      Plan plan,
      Optional<ConfirmedLanding> landing) {
    Generations generations = new Generations(parts.state().jdbi());
    String workflow =
        way == Way.REGISTER ? "ducklake-register.data-imports" : "ducklake-copy.data-imports";
    return new Publication(
        new PublicationId(
            "dry run of " + completion.jobId(), 1, completion.jobId(), completion.sourceSchemaId()),
        table,
        plan,
        landing,
        Optional.empty(),
        parts
            .rulebook()
            .of(
                CheckedTables.ofImport(null, workflow, table, completion),
                false,
                generations.lastPublishedRows(parts.lakeName(), table)));
  }

  private Optional<ConfirmedLanding> land(Parts parts, Plan plan, LandingPrefix prefix) {
    if (plan.landed().isEmpty()) {
      return Optional.empty();
    }
    Landings landings = parts.landings();
    Landing landing =
        landings.prepare(new LandingRequest(settings.lake().bucket(), prefix, plan.landed()));
    copy(parts, landing);
    return Optional.of(landings.confirm(landing));
  }

  private void copy(Parts parts, Landing landing) {
    ExecutorService pool =
        Executors.newFixedThreadPool(settings.number("lakeferry.copy.concurrency"));
    try {
      List<Future<?>> copies = new ArrayList<>();
      for (Iterator<ObjectCopy> pending = landing.pending(); pending.hasNext(); ) {
        ObjectCopy copy = pending.next();
        copies.add(
            pool.submit(
                () -> {
                  parts.copier().copy(copy.request());
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
  private void remove(Parts parts, LandingPrefix prefix) {
    String bucket = settings.lake().bucket();
    try {
      if (parts.catalogNames().anythingBelow(prefix)) {
        LOG.error("The catalog names objects under {}; they stay.", prefix);
        return;
      }
      List<String> keys = new ArrayList<>();
      for (ObjectInfo object : parts.lakeObjects().list(bucket, prefix.key())) {
        keys.add(object.key());
      }
      parts.lakeObjects().delete(bucket, keys);
    } catch (RunFailure e) {
      LOG.warn(
          "What the dry run landed under s3://{}/{} could not be removed; remove it by hand: {}",
          bucket,
          prefix,
          e.getMessage());
    }
  }
}
