package dev.lakeferry.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;

/**
 * A self-signed certificate with its key, in PEM files.
 *
 * @param certificate what a client may trust
 * @param key the server's secret
 */
public record TestCertificate(Path certificate, Path key) {
  private static final char[] PASSWORD = "changeit".toCharArray();

  /**
   * Makes one.
   *
   * @param names whom it is for, in keytool's words, such as {@code dns:localhost,ip:127.0.0.1}
   */
  public static TestCertificate make(Path directory, String names) {
    try {
      Path store = directory.resolve("store.p12");
      keytool(store, names);
      KeyStore keys = KeyStore.getInstance("PKCS12");
      try (InputStream in = Files.newInputStream(store)) {
        keys.load(in, PASSWORD);
      }
      Path certificate = directory.resolve("server.crt");
      Path key = directory.resolve("server.key");
      Files.writeString(
          certificate, pem("CERTIFICATE", keys.getCertificate("server").getEncoded()));
      Files.writeString(key, pem("PRIVATE KEY", keys.getKey("server", PASSWORD).getEncoded()));
      // PostgreSQL takes no key that others may read.
      Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
      return new TestCertificate(certificate, key);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void keytool(Path store, String names) throws IOException {
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-dname",
                "CN=server",
                "-ext",
                "san=" + names,
                "-ext",
                "bc:c",
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                new String(PASSWORD))
            .redirectErrorStream(true)
            .start();
    String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (keytool.waitFor() != 0) {
        throw new IllegalStateException("keytool failed: " + output);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static String pem(String kind, byte[] encoded) {
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(
            kind, Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded), kind);
  }
}
