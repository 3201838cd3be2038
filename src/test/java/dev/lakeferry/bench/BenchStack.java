package dev.lakeferry.bench;

import dev.lakeferry.demo.EmbeddedPostgres;
import dev.lakeferry.demo.EmbeddedS3;
import dev.lakeferry.objects.S3Clients;
import dev.lakeferry.settings.S3Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * PostgreSQL of one's own, and an S3 server of one's own unless another is named, with their data
 * on disk: the server would keep objects in its heap otherwise.
 */
final class BenchStack implements AutoCloseable {
  /** The source bucket. */
  static final String SOURCE = "lakeferry-bench-source";

  /** The lake's bucket. */
  static final String LAKE = "lakeferry-bench-lake";

  /**
   * How many objects are copied at a time, by the service as shipped and by whom it is compared.
   */
  static final int COPIES = 16;

  private final Path directory;
  private final EmbeddedPostgres postgres;
  private final Optional<EmbeddedS3> embedded;
  private final S3Settings direct;
  private final Optional<DelayedLink> link;
  private final BenchObjects objects;
  private final AtomicBoolean closed = new AtomicBoolean();

  BenchStack(BenchOptions options) {
    try {
      directory =
          Files.createTempDirectory(Files.createDirectories(Path.of("target/bench")), "parts")
              .toAbsolutePath();
    } catch (IOException e) {
      throw new UncheckedIOException("No directory for the bench's data.", e);
    }
    embedded =
        options.store().isPresent()
            ? Optional.empty()
            : Optional.of(EmbeddedS3.start(Optional.of(directory.resolve("objects"))));
    direct =
        options
            .store()
            .map(store -> BenchOptions.settings(store, System.getenv()))
            .orElseGet(() -> embedded.orElseThrow().settings());
    postgres = EmbeddedPostgres.start(Optional.of(directory.resolve("postgres")));
    link =
        options.latency().isZero()
            ? Optional.empty()
            : Optional.of(new DelayedLink(direct.endpoint().orElseThrow(), options.latency()));
    objects = new BenchObjects(S3Clients.open(direct, COPIES));
    // PostgreSQL would outlive a scenario that is broken off, by Ctrl-C or before it has begun.
    Runtime.getRuntime().addShutdownHook(new Thread(this::close, "bench-stack-closer"));
    objects.createEmpty(SOURCE);
    objects.createEmpty(LAKE);
  }

  EmbeddedPostgres postgres() {
    return postgres;
  }

  /** How the store is reached by whom it is measured; later than directly where that was said. */
  S3Settings s3() {
    return link.map(DelayedLink::endpoint)
        .map(
            endpoint ->
                new S3Settings(
                    direct.region(),
                    Optional.of(endpoint),
                    direct.pathStyle(),
                    direct.accessKey(),
                    direct.secretKey()))
        .orElse(direct);
  }

  /** Where that is. */
  URI endpoint() {
    return s3().endpoint().orElseThrow();
  }

  /** A client for a contender; whoever opens it closes it. */
  S3Client client() {
    return S3Clients.open(s3(), COPIES);
  }

  /** What is prepared and removed beside the time, on the direct way. */
  BenchObjects objects() {
    return objects;
  }

  /** A directory that goes with the stack. */
  Path directory() {
    return directory;
  }

  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    if (embedded.isEmpty()) {
      objects.remove(SOURCE);
      objects.remove(LAKE);
    }
    objects.close();
    link.ifPresent(DelayedLink::close);
    embedded.ifPresent(EmbeddedS3::close);
    postgres.close();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("The bench's data were not removed from " + directory, e);
    }
  }
}
