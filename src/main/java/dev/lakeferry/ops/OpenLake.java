package dev.lakeferry.ops;

import dev.lakeferry.lake.Catalog;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.objects.ObjectStore;
import dev.lakeferry.objects.S3Clients;
import dev.lakeferry.settings.Settings;
import java.util.function.Supplier;
import software.amazon.awssdk.services.s3.S3Client;

/** Catalog, store and engines of the lake, for as long as a command works on it. */
final class OpenLake implements AutoCloseable {
  private final Settings settings;
  private final S3Client client;
  private final Catalog catalog;

  /** Connects when first used. */
  OpenLake(Settings settings) {
    this.settings = settings;
    this.client =
        S3Clients.open(settings.lake().s3(), settings.number("lakeferry.copy.concurrency"));
    this.catalog = new Catalog(settings.catalog(), settings.lake().metadataSchema());
  }

  Catalog catalog() {
    return catalog;
  }

  S3Client client() {
    return client;
  }

  ObjectStore objects() {
    return new ObjectStore(client);
  }

  /** Opens engines, which whoever asks closes. */
  Supplier<Lake> engines() {
    return () -> Lake.of(settings);
  }

  @Override
  public void close() {
    catalog.close();
    client.close();
  }
}
