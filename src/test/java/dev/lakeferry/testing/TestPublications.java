package dev.lakeferry.testing;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.generation.Plan;
import dev.lakeferry.landing.ConfirmedLanding;
import dev.lakeferry.landing.Landing;
import dev.lakeferry.landing.LandingPrefix;
import dev.lakeferry.landing.LandingRequest;
import dev.lakeferry.landing.Landings;
import dev.lakeferry.landing.ObjectCopy;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.publish.CheckResult;
import dev.lakeferry.publish.Publication;
import dev.lakeferry.publish.PublicationGuard;
import dev.lakeferry.publish.PublicationId;
import dev.lakeferry.publish.Published;
import dev.lakeferry.publish.Publisher;
import dev.lakeferry.publish.VerificationRules;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** Plans, lands and publishes without routes or state database. */
public final class TestPublications {
  private final TestLake lake;
  private final List<CheckResult> results = new ArrayList<>();
  private Runnable beforePublication = () -> {};

  public TestPublications(TestLake lake) {
    this.lake = lake;
  }

  public TableName table(String name) {
    return new TableName("insights_data_imports_team_1", name);
  }

  /** Runs between landing and publication. */
  public void beforePublication(Runnable action) {
    beforePublication = action;
  }

  public List<CheckResult> lastResults() {
    return List.copyOf(results);
  }

  public Published publish(TableName table, String jobId, String folder) {
    return publish(table, lake.completion(jobId, folder));
  }

  public Published publish(TableName table, CompletedImport completion) {
    return publish(table, completion.jobId(), lake.plan(completion));
  }

  public Published publish(TableName table, String jobId, Plan plan) {
    Optional<ConfirmedLanding> landing = land(table, jobId, plan);
    beforePublication.run();
    results.clear();
    return new Publisher(lake.lake(), lake.catalog())
        .publish(
            new Publication(
                new PublicationId(
                    "run-" + jobId, 1, jobId, TestLake.SCHEMA_ID),
                table,
                plan,
                landing,
                Optional.empty(),
                new VerificationRules(false, 32)),
            new Guard());
  }

  private Optional<ConfirmedLanding> land(TableName table, String jobId, Plan plan) {
    if (plan.landed().isEmpty()) {
      return Optional.empty();
    }
    Landings landings =
        new Landings(
            lake.objects(),
            prefix ->
                lake.catalog()
                    .fileUnder("s3://" + lake.lakeSettings().bucket() + "/" + prefix)
                    .isPresent());
    Landing landing =
        landings.prepare(
            new LandingRequest(
                plan.sourceBucket(),
                lake.lakeSettings().bucket(),
                LandingPrefix.base(
                    lake.lakeSettings().prefix(),
                    table,
                    LandingPrefix.Kind.IMPORTS,
                    TestLake.SCHEMA_ID,
                    jobId),
                plan.landed()));
    for (Iterator<ObjectCopy> copies = landing.pending(); copies.hasNext(); ) {
      ObjectCopy copy = copies.next();
      lake.objects().copy(copy.request());
      landing.copied(copy);
    }
    return Optional.of(landings.confirm(landing));
  }

  private final class Guard implements PublicationGuard {
    @Override
    public void stage(String name) {}

    @Override
    public void admit(long baseSnapshot) {}

    @Override
    public void verified(List<CheckResult> checked) {
      results.addAll(checked);
    }

    @Override
    public Turn awaitCommitTurn() {
      return () -> {};
    }

    @Override
    public void commitSent() {}
  }
}
