package dev.lakeferry.bench;

import java.util.Locale;
import java.util.Map;
import java.util.Random;
import software.amazon.awssdk.services.s3.S3Client;

/** Objects of 256 MiB, which are copied in parts. */
final class LargeObjects implements LandObjects.ObjectSample {
  /** Above it both copy in parts. */
  static final long THRESHOLD = 128L << 20;

  private static final int COUNT = Integer.getInteger("lakeferry.bench.large", 40);
  private static final int BYTES = 256 << 20;

  private final BenchStack stack;

  private LargeObjects(BenchStack stack) {
    this.stack = stack;
    byte[] bytes = new byte[BYTES];
    new Random(1).nextBytes(bytes);
    stack.objects().put("large", bytes);
  }

  /** Lands them; the service copies in parts above the same size as the floor. */
  static LandObjects land(BenchOptions options, double limit) throws Exception {
    BenchStack stack = new BenchStack(options);
    return new LandObjects(
        stack,
        new LargeObjects(stack),
        limit,
        Map.of("LAKEFERRY_COPY_MULTIPART_THRESHOLD", (THRESHOLD >> 20) + "MiB"));
  }

  @Override
  public int count() {
    return COUNT;
  }

  @Override
  public String about() {
    return String.format(
        Locale.ROOT,
        "%d objects of %d MiB, in parts of %d MiB",
        COUNT,
        BYTES >> 20,
        BareParts.PART >> 20);
  }

  @Override
  public void writeTo(String prefix) {
    stack
        .objects()
        .each(
            COUNT, i -> stack.objects().copy("large", "%spart-%05d.parquet".formatted(prefix, i)));
  }

  @Override
  public Copier floor(S3Client client) {
    return new BareParts(client);
  }
}
