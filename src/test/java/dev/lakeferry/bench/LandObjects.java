package dev.lakeferry.bench;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.completion.CompletionStore;
import dev.lakeferry.route.LandAlone;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.services.s3.S3Client;

/** Copies the objects of a prepared folder into the lake's bucket, and does nothing else. */
final class LandObjects implements Scenario {
  private static final String TABLE = "landed";

  private final BenchStack stack;
  private final ObjectSample sample;
  private final BenchService service;
  private final S3Client client;
  private final Copier floor;
  private final double limit;
  private volatile Landing landing;

  /** Objects that a turn lands. */
  interface ObjectSample {
    int count();

    /** In words, with their size. */
    String about();

    void writeTo(String prefix);

    /** How the floor copies them. */
    Copier floor(S3Client client);
  }

  /** What a turn of the service is measured by. */
  private static final class Landing {
    private final CompletableFuture<Took.Begun> begun = new CompletableFuture<>();
    private final CompletableFuture<Took> took = new CompletableFuture<>();
    private volatile int objects;
  }

  LandObjects(BenchStack stack, ObjectSample sample, double limit, Map<String, String> variables)
      throws Exception {
    this.stack = stack;
    this.sample = sample;
    this.limit = limit;
    service = new BenchService(stack, "landing", variables);
    client = stack.client();
    floor = sample.floor(client);
    LandAlone.in(
        service.service(),
        client,
        BenchStack.SOURCE,
        new LandAlone.Moments() {
          @Override
          public void planned() {
            landing.begun.complete(Took.begin());
          }

          @Override
          public void landed(int objects) {
            landing.objects = objects;
            landing.took.complete(landing.begun.join().end());
          }
        });
  }

  /** So many of the files that other scenarios register. */
  static LandObjects small(BenchOptions options, int files, double limit) throws Exception {
    BenchStack stack = new BenchStack(options);
    FolderSample files4 = new FolderSample(stack, files, 4);
    return new LandObjects(
        stack,
        new ObjectSample() {
          @Override
          public int count() {
            return files;
          }

          @Override
          public String about() {
            return String.format(
                Locale.ROOT, "%,d small objects of together %.1f MB", files, files4.bytes() / 1e6);
          }

          @Override
          public void writeTo(String prefix) {
            files4.writeTo(prefix);
          }

          @Override
          public Copier floor(S3Client s3) {
            return new BareObjects(s3);
          }
        },
        limit,
        Map.of());
  }

  @Override
  public String about() {
    return sample.about()
        + " are copied into the lake's bucket: the service's landing from its plan to the last"
        + " object confirmed, with the route's steps for each object, its reservation of the prefix"
        + " and its listings. The floor: the SDK's copies alone, 16 at a time, of keys that are"
        + " known. The peers list and copy.";
  }

  @Override
  public List<Contender> contenders() {
    List<Contender> contenders = new ArrayList<>();
    contenders.add(Contender.floor("SDK copies", round -> on("bare", round, this::sdk)));
    contenders.add(Contender.limited("lakeferry", limit, this::served));
    Programs.find("s5cmd").ifPresent(s5cmd -> contenders.add(peer("s5cmd", s5cmd(s5cmd))));
    Programs.find("rclone").ifPresent(rclone -> contenders.add(peer("rclone", rclone(rclone))));
    return contenders;
  }

  /** Copies from a prefix of the source bucket to one of the lake's. */
  @FunctionalInterface
  private interface Copies {
    void copy(String from, String to) throws Exception;
  }

  private Contender peer(String name, Copies copies) {
    return Contender.peer(
        name,
        round ->
            on(
                name,
                round,
                (from, to) -> {
                  Took.Begun begun = Took.begin();
                  copies.copy(from, to);
                  return new Took(begun.end().seconds(), Double.NaN);
                }));
  }

  @FunctionalInterface
  private interface Turn {
    Took take(String from, String to) throws Exception;
  }

  private Took on(String name, int round, Turn turn) throws Exception {
    String prefix = "%s/%d/".formatted(name, round);
    sample.writeTo(prefix);
    try {
      Took took = turn.take(prefix, prefix);
      require(stack.objects().keys(BenchStack.LAKE, prefix).size());
      return took;
    } finally {
      stack.objects().delete(BenchStack.SOURCE, prefix);
      stack.objects().delete(BenchStack.LAKE, prefix);
    }
  }

  private void require(int landed) {
    if (landed != sample.count()) {
      throw new IllegalStateException(
          "%d objects were landed, not %d".formatted(landed, sample.count()));
    }
  }

  private Took sdk(String from, String to) throws Exception {
    List<String> keys = stack.objects().keys(BenchStack.SOURCE, from);
    Took.Begun begun = Took.begin();
    floor.copy(keys, from, to);
    return begun.end();
  }

  private Took served(int round) throws Exception {
    CompletedImport completion = BenchImport.of(1, 1, TABLE, round, 0);
    String prefix = BenchImport.prefix(completion);
    sample.writeTo(prefix);
    landing = new Landing();
    try {
      new CompletionStore(service.state().jdbi()).insert(completion);
      Took took = landing.took.get(15, TimeUnit.MINUTES);
      require(landing.objects);
      return took;
    } finally {
      stack.objects().delete(BenchStack.SOURCE, prefix);
      stack.objects().delete(BenchStack.LAKE, "");
    }
  }

  private Copies s5cmd(Path program) {
    return (from, to) ->
        Programs.run(
            List.of(
                program.toString(),
                "--endpoint-url",
                stack.endpoint().toString(),
                "--numworkers",
                Integer.toString(BenchStack.COPIES),
                "--log",
                "error",
                "cp",
                "s3://%s/%s*".formatted(BenchStack.SOURCE, from),
                "s3://%s/%s".formatted(BenchStack.LAKE, to)),
            Map.of(
                "AWS_ACCESS_KEY_ID", stack.s3().accessKey().orElseThrow(),
                "AWS_SECRET_ACCESS_KEY", stack.s3().secretKey().orElseThrow().reveal(),
                "AWS_REGION", stack.s3().region()));
  }

  private Copies rclone(Path program) {
    return (from, to) ->
        Programs.run(
            List.of(
                program.toString(),
                "copy",
                "bench:%s/%s".formatted(BenchStack.SOURCE, from),
                "bench:%s/%s".formatted(BenchStack.LAKE, to),
                "--transfers",
                Integer.toString(BenchStack.COPIES),
                "--checkers",
                Integer.toString(BenchStack.COPIES),
                "--s3-no-check-bucket"),
            Map.of(
                "RCLONE_CONFIG",
                "/dev/null",
                "RCLONE_CONFIG_BENCH_TYPE",
                "s3",
                "RCLONE_CONFIG_BENCH_PROVIDER",
                "Other",
                "RCLONE_CONFIG_BENCH_ENDPOINT",
                stack.endpoint().toString(),
                "RCLONE_CONFIG_BENCH_ACCESS_KEY_ID",
                stack.s3().accessKey().orElseThrow(),
                "RCLONE_CONFIG_BENCH_SECRET_ACCESS_KEY",
                stack.s3().secretKey().orElseThrow().reveal()));
  }

  @Override
  public void compare() {
    // Each turn counts what it landed.
  }

  @Override
  public void close() {
    floor.close();
    service.close();
    client.close();
    stack.close();
  }
}
