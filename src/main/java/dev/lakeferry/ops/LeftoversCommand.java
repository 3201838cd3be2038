package dev.lakeferry.ops;

import dev.lakeferry.lake.Catalog;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.objects.ObjectInfo;
import dev.lakeferry.objects.ObjectStore;
import dev.lakeferry.objects.S3Clients;
import dev.lakeferry.settings.Settings;
import dev.lakeferry.state.StateDatabase;
import dev.lakeferry.upkeep.LeftoverSweep;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import software.amazon.awssdk.services.s3.S3Client;

/** Shows or removes what unpublished attempts left in the bucket. */
@Command(
    name = "leftovers",
    description = {
      "Shows what attempts that can no longer publish left in the lake's bucket; --remove removes"
          + " it. The service does the same by itself (lakeferry.leftovers.cron).",
      "Objects that any row of the catalog names, and younger ones than lakeferry.leftovers.age,"
          + " stay."
    },
    footer = {"", "Examples:", "  bin/lakeferry leftovers", "  bin/lakeferry leftovers --remove"})
final class LeftoversCommand extends OperatorCommand {
  @Option(names = "--remove", description = "Remove them.")
  private boolean remove;

  LeftoversCommand(Workplace workplace) {
    super(workplace);
  }

  @Override
  public void run() {
    Settings settings = workplace().settings();
    LeftoverSweep.Swept swept = workplace().withStateDatabase(state -> sweep(settings, state));
    List<ObjectInfo> objects = swept.removed();
    objects.forEach(
        object ->
            say("s3://%s/%s  %,d bytes", settings.lake().bucket(), object.key(), object.size()));
    swept.shadows().forEach(shadow -> say("table %s", shadow));
    say(
        "%,d objects, %,d bytes and %,d shadow tables %s; %,d kept, %d tables busy.",
        objects.size(),
        swept.bytes(),
        swept.shadows().size(),
        remove ? "removed" : "would be removed (--remove removes them)",
        swept.kept(),
        swept.busy());
  }

  private LeftoverSweep.Swept sweep(Settings settings, StateDatabase state) {
    try (S3Client client = S3Clients.open(settings.lake().s3(), 1);
        Catalog catalog = new Catalog(settings.catalog(), settings.lake().metadataSchema());
        Lake lake = Lake.of(settings)) {
      return new LeftoverSweep(
              state,
              lake,
              catalog,
              new ObjectStore(client),
              settings.lake(),
              settings.duration("lakeferry.commit.wait"))
          .sweep(LeftoverSweep.Limits.of(settings, remove));
    }
  }
}
