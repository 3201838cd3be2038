package dev.lakeferry.objects;

import dev.lakeferry.failure.FinalFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import software.amazon.awssdk.http.apache.ApacheHttpClient;

/**
 * Whose certificates are trusted: the JVM's authorities and those of files. The engine's HTTP
 * client takes one file, which replaces what it trusts, so it gets a file with all of them.
 */
public final class TrustedAuthorities {
  private static final int PEM_WIDTH = 64;

  private final List<Path> files;

  /** Takes a PEM file, where there is one. */
  TrustedAuthorities(Optional<Path> file) {
    this(file.map(List::of).orElse(List.of()));
  }

  /** Takes PEM files; with none, nothing differs from the usual. */
  public TrustedAuthorities(Collection<Path> files) {
    this.files = files.stream().distinct().toList();
  }

  /** Whether only the usual ones are trusted. */
  public boolean areUsual() {
    return files.isEmpty();
  }

  /** Has a client trust them. */
  ApacheHttpClient.Builder trustedBy(ApacheHttpClient.Builder client) {
    if (areUsual()) {
      return client;
    }
    TrustManager[] managers = managers();
    return client.tlsTrustManagersProvider(() -> managers);
  }

  private TrustManager[] managers() {
    try {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      int count = 0;
      for (X509Certificate authority : all()) {
        store.setCertificateEntry("authority-" + count++, authority);
      }
      return managersOf(store).getTrustManagers();
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("Java's own key store cannot be made.", e);
    }
  }

  /**
   * Writes all of them into a PEM file.
   *
   * @throws FinalFailure if a file of theirs cannot be read, or this one cannot be written
   */
  public void writeTo(Path bundle) {
    StringBuilder pem = new StringBuilder();
    Base64.Encoder encoder =
        Base64.getMimeEncoder(PEM_WIDTH, "\n".getBytes(StandardCharsets.US_ASCII));
    try {
      for (X509Certificate authority : all()) {
        pem.append("-----BEGIN CERTIFICATE-----\n")
            .append(encoder.encodeToString(authority.getEncoded()))
            .append("\n-----END CERTIFICATE-----\n");
      }
      Files.createDirectories(bundle.getParent());
      // Another process may read it: it is there whole or not at all.
      Path written = Files.createTempFile(bundle.getParent(), "authorities", ".pem");
      Files.writeString(written, pem);
      Files.move(written, bundle, StandardCopyOption.ATOMIC_MOVE);
    } catch (GeneralSecurityException | IOException e) {
      throw new FinalFailure(
          "The trusted certificates cannot be written to %s: %s. Let the service write to"
                  .formatted(bundle, e.getMessage())
              + " lakeferry.engine.temp-directory.",
          e);
    }
  }

  private List<X509Certificate> all() throws GeneralSecurityException {
    List<X509Certificate> all = new ArrayList<>();
    for (TrustManager manager : managersOf(null).getTrustManagers()) {
      if (manager instanceof X509TrustManager trusting) {
        all.addAll(List.of(trusting.getAcceptedIssuers()));
      }
    }
    files.forEach(file -> all.addAll(read(file)));
    return all;
  }

  private static TrustManagerFactory managersOf(KeyStore store) throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory;
  }

  private static List<X509Certificate> read(Path file) {
    try (InputStream pem = Files.newInputStream(file)) {
      List<X509Certificate> read = new ArrayList<>();
      for (Certificate one : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
        read.add((X509Certificate) one);
      }
      return read;
    } catch (GeneralSecurityException | IOException e) {
      throw new FinalFailure(
          "%s holds no certificates that can be read: %s. Correct DUCKLAKE_S3_CA_FILE or"
                  .formatted(file, e.getMessage())
              + " SOURCE_BUCKET_CA_FILE; it must be in PEM.",
          e);
    }
  }
}
