package dev.lakeferry.bench;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.generation.Fill;
import dev.lakeferry.generation.FolderRules;
import dev.lakeferry.generation.FooterMemory;
import dev.lakeferry.generation.Plan;
import dev.lakeferry.generation.PlanRequest;
import dev.lakeferry.generation.PreparedFolder;
import dev.lakeferry.lake.EmbeddedLake;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.objects.ObjectStore;
import dev.lakeferry.objects.S3Clients;
import dev.lakeferry.settings.LakeSettings;
import dev.lakeferry.settings.Settings;
import dev.lakeferry.settings.SourceSettings;
import java.util.AbstractMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Lists and plans a folder of very many objects, whose footers are known already. */
final class Listing implements Scenario {
  private final int objects;
  private final double limit;
  private final ListedPages pages;
  private final BenchStack stack;
  private final EmbeddedLake lake;
  private final S3Client client;
  private final PreparedFolder folder;
  private final Heap heap = new Heap();
  private Took listed;

  Listing(BenchOptions options, int objects, double limit) {
    this.limit = limit;
    this.objects = objects;
    pages = new ListedPages(objects);
    stack = new BenchStack(options);
    Settings settings = BenchService.prepare(stack, "listing", Map.of());
    lake =
        new EmbeddedLake(settings.engine(), settings.catalog(), settings.lake(), settings.source());
    client = S3Clients.open(pages.settings(), 1);
    folder =
        new PreparedFolder(
            new SourceSettings(BenchStack.SOURCE, "", pages.settings()),
            new LakeSettings(
                BenchStack.LAKE,
                settings.lake().dataPath(),
                BenchService.METADATA_SCHEMA,
                pages.settings()),
            new ObjectStore(client),
            new FolderRules("team_{team}_{type}_{schema}"));
    // Of all files of one layout DuckDB looks at one.
    new FolderSample(stack, 1, 4).writeTo(BenchImport.prefix(completion()));
  }

  private CompletedImport completion() {
    return BenchImport.of(1, 1, "listed", 0, objects);
  }

  @Override
  public String about() {
    return String.format(
        Locale.ROOT,
        "a folder of %,d objects in pages of 1,000 that a stub makes up. The floor: the SDK's"
            + " paginator, which keeps nothing. Listed: each entry checked and kept. Planned: until"
            + " the plan is there, with footers that are known of an earlier generation.",
        objects);
  }

  @Override
  public List<Contender> contenders() {
    return List.of(
        Contender.floor("paginator", round -> paginate()),
        Contender.limited("lakeferry lists", limit, this::list),
        Contender.shown("lakeferry lists and plans", this::plan));
  }

  private Took paginate() {
    Took.Begun begun = Took.begin();
    long bytes = 0;
    int count = 0;
    for (S3Object object :
        client
            .listObjectsV2Paginator(list -> list.bucket(BenchStack.SOURCE).prefix("folder/"))
            .contents()) {
      bytes += object.size();
      count++;
    }
    Took took = begun.end();
    require(count, bytes);
    return took;
  }

  private void require(long count, long bytes) {
    if (count != objects || bytes <= 0) {
      throw new IllegalStateException("%d objects of %d bytes were listed".formatted(count, bytes));
    }
  }

  /** The plan's own listing; what comes after it is the next contender's. */
  private Took list(int round) {
    planned();
    return listed;
  }

  private Took plan(int round) {
    Took took = planned();
    heap.look();
    return took;
  }

  private Took planned() {
    Took.Begun begun = Took.begin();
    try (LakeSession session = lake.open("bench")) {
      Plan plan =
          folder.plan(
              completion(),
              session,
              new PlanRequest(
                  List::of,
                  Fill.REGISTER,
                  words -> {
                    if (words.startsWith("listed")) {
                      listed = begun.end();
                    }
                  },
                  new FooterMemory(new AllKnown())));
      require(plan.landed().size(), plan.landedBytes());
    }
    return begun.end();
  }

  /** A memory that knows every footer. */
  private static final class AllKnown
      extends AbstractMap<FooterMemory.Content, FooterMemory.Remembered> {
    private static final FooterMemory.Remembered FOOTER =
        new FooterMemory.Remembered(
            1, "signature", 1, "[{\"path\": \"c0\", \"num_values\": 1, \"nulls\": 0}]");

    @Override
    public FooterMemory.Remembered get(Object content) {
      return FOOTER;
    }

    @Override
    public Set<Entry<FooterMemory.Content, FooterMemory.Remembered>> entrySet() {
      throw new UnsupportedOperationException("Nobody lists it.");
    }
  }

  @Override
  public void compare() {
    heap.requireFlat();
  }

  @Override
  public void close() {
    client.close();
    lake.close();
    pages.close();
    stack.close();
  }
}
