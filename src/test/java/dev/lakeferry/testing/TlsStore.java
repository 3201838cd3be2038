package dev.lakeferry.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;

/** TLS in front of a store, by a certificate that nobody trusts unless they are told to. */
public final class TlsStore implements AutoCloseable {
  private static final String PASSWORD = "changeit";

  private final URI behind;
  private final SSLServerSocket entrance;
  private final Path certificate;

  public TlsStore(URI behind, Path directory) {
    this.behind = behind;
    try {
      Path keys = directory.resolve("keys.p12");
      keytool(
          "-genkeypair",
          "-alias",
          "store",
          "-keyalg",
          "RSA",
          "-validity",
          "7",
          "-dname",
          "CN=store",
          "-ext",
          "san=ip:127.0.0.1",
          "-keystore",
          keys.toString(),
          "-storetype",
          "PKCS12",
          "-storepass",
          PASSWORD);
      KeyStore store = KeyStore.getInstance("PKCS12");
      try (InputStream in = Files.newInputStream(keys)) {
        store.load(in, PASSWORD.toCharArray());
      }
      certificate =
          Files.writeString(
              directory.resolve("authority.pem"),
              "-----BEGIN CERTIFICATE-----\n"
                  + Base64.getMimeEncoder()
                      .encodeToString(store.getCertificate("store").getEncoded())
                  + "\n-----END CERTIFICATE-----\n");
      KeyManagerFactory managers =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      managers.init(store, PASSWORD.toCharArray());
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(managers.getKeyManagers(), null, null);
      entrance =
          (SSLServerSocket)
              context
                  .getServerSocketFactory()
                  .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    daemon(this::accept);
  }

  private static void keytool(String... arguments) throws IOException, InterruptedException {
    String[] command = new String[arguments.length + 1];
    command[0] = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(30, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new IllegalStateException(said);
    }
  }

  public URI endpoint() {
    return URI.create("https://127.0.0.1:" + entrance.getLocalPort());
  }

  /** PEM. */
  public Path certificate() {
    return certificate;
  }

  private void accept() {
    while (!entrance.isClosed()) {
      try {
        Socket client = entrance.accept();
        daemon(() -> join(client));
      } catch (IOException e) {
        if (!entrance.isClosed()) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  private void join(Socket client) {
    try (client;
        Socket upstream = new Socket(behind.getHost(), behind.getPort())) {
      Thread back = daemon(() -> pump(upstream, client));
      pump(client, upstream);
      back.join();
    } catch (IOException e) {
      // The client did not trust us, or went.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void pump(Socket from, Socket to) {
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] chunk = new byte[16_384];
      for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
        out.write(chunk, 0, read);
        out.flush();
      }
      to.close();
    } catch (IOException e) {
      // Either side has ended.
    }
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "tls store");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  @Override
  public void close() {
    try {
      entrance.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
