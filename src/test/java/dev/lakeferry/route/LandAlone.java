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
import dev.lakeferry.testing.TestPlans;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.camel.Exchange;
import org.apache.camel.builder.AdviceWith;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Has a service plan its registrations by a listing alone, without footers, land them as ever, and
 * end there: to measure landing by itself.
 */
public final class LandAlone {
  private final S3Client source;
  private final String bucket;
  private final Moments moments;

  /** Is told when landing begins and when it has ended. */
  public interface Moments {
    /** The plan is there. */
    void planned();

    /** All objects are landed and confirmed. */
    void landed(int objects);
  }

  private LandAlone(S3Client source, String bucket, Moments moments) {
    this.source = source;
    this.bucket = bucket;
    this.moments = moments;
  }

  /** Changes the registrations of a service that runs. */
  public static void in(Service service, S3Client source, String bucket, Moments moments)
      throws Exception {
    LandAlone alone = new LandAlone(source, bucket, moments);
    String route = "ducklake-register.data-imports";
    AdviceWith.adviceWith(
        service.context(),
        route,
        false,
        advice -> {
          advice.weaveById("plan-generation").replace().process(alone::plan);
          advice.weaveById("publish-generation").replace().process(alone::landed);
        });
    service.context().getRouteController().startRoute(route);
  }

  private void plan(Exchange exchange) {
    Passage passage = Passage.of(exchange);
    CompletedImport completion = Payload.parse(passage.run().payload()).asImport();
    passage.named(
        new TableName("insights_data_imports_team_1", "stripe_prod_" + completion.name()),
        Optional.of(NamingVersion.COPY_V1),
        LandingPrefix.Kind.IMPORTS);
    String prefix = completion.folderPath() + "/" + completion.preparedFolder() + "/";
    List<PlannedObject> objects = new ArrayList<>();
    long bytes = 0;
    for (ObjectInfo object : new ObjectStore(source).list(bucket, prefix)) {
      String path = object.key().substring(prefix.length());
      objects.add(new PlannedObject(bucket, object.key(), path, object.size(), object.etag()));
      bytes += object.size();
    }
    passage.planned(
        TestPlans.of(
            List.of(new Column("id", "BIGINT")),
            List.of(),
            objects,
            0,
            Set.of(),
            "digest of " + bytes + " bytes"));
    moments.planned();
  }

  private void landed(Exchange exchange) {
    moments.landed(Passage.of(exchange).confirmedLanding().orElseThrow().objects().size());
    throw new FinalFailure("All is landed; nothing is to be published.");
  }
}
