package dev.lakeferry.demo;

import dev.lakeferry.settings.S3Settings;
import dev.lakeferry.settings.Secret;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.blobstore.BlobStore;
import org.gaul.s3proxy.nio2blob.FilesystemNio2BlobStore;
import org.gaul.s3proxy.nio2blob.TransientNio2BlobStore;

/**
 * An object store for the demo and the tests: S3 over HTTP on a free port of the loopback
 * interface, in path style, with the credentials of the local profile. Whoever starts it closes it.
 */
public final class EmbeddedS3 implements AutoCloseable {
  private static final String HOST = "127.0.0.1";
  private static final String REGION = "us-east-1";
  private static final String ACCESS_KEY = "object_storage_root_user";
  private static final String SECRET_KEY = "object_storage_root_password";

  private final BlobStore objects;
  private S3Proxy server;
  private int port;

  private EmbeddedS3(BlobStore objects) {
    this.objects = objects;
  }

  /**
   * Starts a store; returns when it answers.
   *
   * @param dataDirectory where objects are kept from run to run, a directory a bucket; absent for
   *     objects in memory
   * @throws IllegalStateException if it does not come up
   */
  public static EmbeddedS3 start(Optional<Path> dataDirectory) {
    EmbeddedS3 s3 =
        new EmbeddedS3(
            dataDirectory.map(EmbeddedS3::onDisk).orElseGet(TransientNio2BlobStore::new));
    s3.restart();
    return s3;
  }

  private static BlobStore onDisk(Path directory) {
    try {
      return new FilesystemNio2BlobStore(ObjectDirectory.prepare(directory).toString());
    } catch (IOException e) {
      throw new IllegalStateException(
          "Embedded S3 cannot keep objects in " + directory + ": " + e.getMessage(), e);
    }
  }

  /** The port, which stays the same over {@link #restart()}. */
  public int port() {
    return port;
  }

  /** Scheme, host and port. */
  public URI endpoint() {
    return URI.create("http://" + HOST + ":" + port);
  }

  /** The access key. */
  public String accessKey() {
    return ACCESS_KEY;
  }

  /** The secret key. */
  public String secretKey() {
    return SECRET_KEY;
  }

  /** How the service reaches this store. */
  public S3Settings settings() {
    return new S3Settings(
        REGION,
        Optional.of(endpoint()),
        true,
        Optional.of(ACCESS_KEY),
        Optional.of(new Secret(SECRET_KEY)));
  }

  /** Creates a bucket, unless it is there. */
  public void createBucket(String name) {
    if (!objects.containerExists(name)) {
      objects.createContainer(name);
    }
  }

  /** Stops answering; objects and port stay reserved for it. */
  public synchronized void stop() {
    if (server == null) {
      return;
    }
    try {
      server.stop();
    } catch (Exception e) {
      throw new IllegalStateException("Embedded S3 could not be stopped.", e);
    } finally {
      server = null;
    }
  }

  /** Answers again after {@link #stop()}, on the former port and with the former objects. */
  public synchronized void restart() {
    stop();
    S3Proxy starting =
        S3Proxy.builder()
            .blobStore(objects)
            .endpoint(endpoint())
            .awsAuthentication(AuthenticationType.AWS_V2_OR_V4, ACCESS_KEY, SECRET_KEY)
            // The AWS SDK and Camel send headers that the proxy does not know.
            .ignoreUnknownHeaders(true)
            // Clients keep their connections open; stopping would wait for them.
            .stopTimeout(0)
            .build();
    try {
      starting.start();
    } catch (Exception e) {
      throw new IllegalStateException(
          "Embedded S3 did not start on port " + port + ": " + e.getMessage(), e);
    }
    server = starting;
    port = starting.getPort();
  }

  /** Stops the store; what it held in memory is gone. */
  @Override
  public void close() {
    stop();
    try {
      objects.close();
    } catch (Exception e) {
      throw new IllegalStateException("Embedded S3 could not be closed.", e);
    }
  }
}
