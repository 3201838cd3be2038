package dev.lakeferry.ops;

import dev.lakeferry.lake.LakeInit;
import dev.lakeferry.lake.Observability;
import dev.lakeferry.objects.ObjectStore;
import dev.lakeferry.objects.S3Clients;
import dev.lakeferry.settings.Profile;
import dev.lakeferry.settings.Settings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import software.amazon.awssdk.services.s3.S3Client;

/** Makes the lake and the service's own tables. */
@Command(
    name = "init",
    description = {
      "Makes what is missing: catalog database, bucket, lake, state database and its tables.",
      "Doing it again changes nothing; what a lake was made with is never changed."
    },
    footer = {
      "",
      "Examples:",
      "  bin/lakeferry lake init",
      "  LAKEFERRY_PROFILE=local bin/lakeferry lake init"
    })
final class LakeInitCommand extends OperatorCommand {
  @Option(
      names = "--create-bucket",
      description = "Create the bucket if it is absent; the local profile does so anyway.")
  private boolean createBucket;

  LakeInitCommand(Workplace workplace) {
    super(workplace);
  }

  @Override
  public void run() {
    Settings settings = workplace().settings();
    try (S3Client client = S3Clients.open(settings.lake().s3(), 1)) {
      new LakeInit(
              settings.engine(),
              settings.catalog(),
              settings.lake(),
              settings.source(),
              new ObjectStore(client))
          .run(createBucket || settings.profile() == Profile.LOCAL)
          .forEach(this::step);
    }
    step(new Observability(settings.catalog(), settings.lake().metadataSchema()).make());
    new StateSetup(settings.state(), settings.catalog(), this::step).run();
    say(
        "Ready. Start the service with bin/lakeferry run; read the lake with what bin/lakeferry"
            + " lake attach prints.");
  }

  private void step(String done) {
    out().println(done);
    out().flush();
  }
}
