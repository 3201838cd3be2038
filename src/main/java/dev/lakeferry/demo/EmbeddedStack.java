package dev.lakeferry.demo;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The parts that the service needs around it: PostgreSQL and S3, inside this process. */
public final class EmbeddedStack implements AutoCloseable {
  // Before the parts start in parallel: loggers that two threads ask for first are not honoured.
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedStack.class);

  private final EmbeddedPostgres postgres;
  private final EmbeddedS3 s3;

  private EmbeddedStack(EmbeddedPostgres postgres, EmbeddedS3 s3) {
    this.postgres = postgres;
    this.s3 = s3;
  }

  /**
   * Starts both parts at once.
   *
   * @param dataDirectory where their data are kept from run to run, in {@code postgres} and {@code
   *     objects}; absent for data that go with the stack
   * @throws IllegalStateException if one of them does not come up; the other is closed then
   */
  public static EmbeddedStack start(Optional<Path> dataDirectory) {
    CompletableFuture<EmbeddedPostgres> postgres =
        CompletableFuture.supplyAsync(
            () -> EmbeddedPostgres.start(dataDirectory.map(data -> data.resolve("postgres"))));
    EmbeddedS3 s3;
    try {
      s3 = EmbeddedS3.start(dataDirectory.map(data -> data.resolve("objects")));
    } catch (RuntimeException e) {
      postgres.thenAccept(EmbeddedPostgres::close).exceptionally(also -> null).join();
      throw e;
    }
    try {
      EmbeddedStack stack = new EmbeddedStack(postgres.join(), s3);
      LOG.info(
          "Embedded PostgreSQL answers on {}:{}, embedded S3 on {}",
          stack.postgres.host(),
          stack.postgres.port(),
          s3.endpoint());
      return stack;
    } catch (CompletionException e) {
      s3.close();
      throw new IllegalStateException(e.getCause().getMessage(), e.getCause());
    }
  }

  /** The database server. */
  public EmbeddedPostgres postgres() {
    return postgres;
  }

  /** The object store. */
  public EmbeddedS3 s3() {
    return s3;
  }

  /**
   * Closes the stack when the process ends, if nobody did before. For tests that share one; a
   * service closes it itself, after its own work has ended.
   */
  public EmbeddedStack closeAtExit() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::close, "embedded-stack-closer"));
    return this;
  }

  @Override
  public void close() {
    try {
      s3.close();
    } finally {
      postgres.close();
    }
  }
}
