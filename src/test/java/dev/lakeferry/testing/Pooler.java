package dev.lakeferry.testing;

import dev.lakeferry.settings.DatabaseSettings;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;

/** PgBouncer in front of a server, where it is installed. */
public final class Pooler implements AutoCloseable {
  private static final List<Path> PLACES =
      List.of(Path.of("/usr/sbin/pgbouncer"), Path.of("/usr/bin/pgbouncer"));

  private final Process process;
  private final DatabaseSettings pooled;

  /**
   * Starts it.
   *
   * @param mode such as {@code transaction}
   * @param folder where its configuration and its log go
   */
  public Pooler(String mode, DatabaseSettings server, Path folder) throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    Path config = folder.resolve(mode + ".ini");
    Files.writeString(
        config,
        """
        [databases]
        * = host=%s port=%d user=%s password=%s
        [pgbouncer]
        listen_addr = 127.0.0.1
        listen_port = %d
        auth_type = any
        pool_mode = %s
        unix_socket_dir =
        ignore_startup_parameters = extra_float_digits,search_path
        """
            .formatted(
                server.host(),
                server.port(),
                server.username(),
                server.password().reveal(),
                port,
                mode));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    List<String> command = new ArrayList<>();
    command.add(PLACES.stream().filter(Files::isExecutable).findFirst().orElseThrow().toString());
    // It refuses to run as root.
    if (System.getProperty("user.name").equals("root")) {
      command.addAll(List.of("-u", "nobody"));
    }
    command.add(config.toString());
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve(mode + ".log").toFile())
            .start();
    Awaitility.await().until(() -> answers(port));
    pooled =
        new DatabaseSettings(
            "127.0.0.1",
            port,
            server.database(),
            server.username(),
            server.password(),
            "disable",
            server.rootCertificate());
  }

  /** Whether there is one to start. */
  public static boolean installed() {
    return PLACES.stream().anyMatch(Files::isExecutable);
  }

  /** How a database is reached through it. */
  public DatabaseSettings settings() {
    return pooled;
  }

  private static boolean answers(int port) {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
