package dev.lakeferry.route;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.completion.Payload;
import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.generation.PlannedObject;
import dev.lakeferry.lake.Column;
import dev.lakeferry.landing.LandingPrefix;
import dev.lakeferry.naming.NamingVersion;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.objects.ObjectInfo;
import dev.lakeferry.objects.ObjectStore;
import dev.lakeferry.objects.S3Clients;
import dev.lakeferry.testing.Scene;
import dev.lakeferry.testing.Submission;
import dev.lakeferry.testing.TestLake;
import dev.lakeferry.testing.TestPlans;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Exchange;
import org.apache.camel.builder.AdviceWith;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Lists 100,000 objects over real pages and lands them on the shipped routes: a program of its own,
 * so that it has a heap of its own. Footers are left out, and nothing is published.
 */
final class LandManyObjects {
  private final ManyObjects store;
  private final CompletableFuture<Integer> landed = new CompletableFuture<>();

  private LandManyObjects(ManyObjects store) {
    this.store = store;
  }

  public static void main(String[] arguments) throws Exception {
    int exitCode = 1;
    try (ManyObjects store = new ManyObjects();
        TestLake lake = new TestLake();
        Scene scene =
            Scene.on(
                lake,
                Map.of(
                    "DUCKLAKE_S3_ENDPOINT",
                    store.server().settings().endpoint().orElseThrow().toString()))) {
      exitCode = new LandManyObjects(store).run(scene) ? 0 : 1;
    } finally {
      System.exit(exitCode);
    }
  }

  private boolean run(Scene scene) throws Exception {
    AdviceWith.adviceWith(
        scene.context(),
        Scene.REGISTRATION,
        false,
        advice -> {
          advice.weaveById("plan-generation").replace().process(this::plan);
          advice.weaveById("publish-generation").replace().process(this::landed);
        });
    scene.context().getRouteController().startRoute(Scene.REGISTRATION);
    long begin = System.nanoTime();
    scene.service().submit(Submission.fresh().completed());
    int confirmed = landed.get(5, TimeUnit.MINUTES);
    System.out.printf(
        "landed %,d objects, %,d copied, %,d copied again, %,d pages listed, %,d ms, heap at most %,d MiB%n",
        confirmed,
        store.copied(),
        store.copiedAgain(),
        store.pages(),
        (System.nanoTime() - begin) / 1_000_000,
        Runtime.getRuntime().maxMemory() >> 20);
    return confirmed == ManyObjects.COUNT
        && store.copied() == ManyObjects.COUNT
        && store.copiedAgain() == 0
        && store.pages() >= 2 * ManyObjects.COUNT / 1_000;
  }

  private void plan(Exchange exchange) {
    Passage passage = Passage.of(exchange);
    CompletedImport completion = Payload.parse(passage.run().payload()).asImport();
    passage.named(
        new TableName("insights_data_imports_team_1", "stripe_prod_" + completion.name()),
        Optional.of(NamingVersion.COPY_V1),
        LandingPrefix.Kind.IMPORTS);
    List<PlannedObject> objects = new ArrayList<>();
    try (S3Client client = S3Clients.open(store.server().settings(), 1)) {
      for (ObjectInfo object : new ObjectStore(client).list("source", "folder/")) {
        String path = object.key().substring("folder/".length());
        objects.add(new PlannedObject("source", object.key(), path, object.size(), object.etag()));
      }
    }
    passage.planned(
        TestPlans.of(
            List.of(new Column("id", "BIGINT")), List.of(), objects, 10, Set.of(), "digest"));
  }

  private void landed(Exchange exchange) {
    Passage passage = Passage.of(exchange);
    landed.complete(passage.confirmedLanding().orElseThrow().objects().size());
    throw new FinalFailure("All is landed; the test publishes nothing.");
  }
}
