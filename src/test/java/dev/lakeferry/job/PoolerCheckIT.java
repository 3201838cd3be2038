package dev.lakeferry.job;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.settings.DatabaseSettings;
import dev.lakeferry.state.FreshState;
import dev.lakeferry.state.StateDatabase;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Law "one publisher a table": its lock needs a session that is nobody else's. */
class PoolerCheckIT {
  private static final List<Path> PLACES =
      List.of(Path.of("/usr/sbin/pgbouncer"), Path.of("/usr/bin/pgbouncer"));

  @TempDir private Path folder;
  private Process pooler;

  @AfterEach
  void stop() {
    if (pooler != null) {
      pooler.destroyForcibly();
    }
  }

  @Test
  void aServerThatIsReachedDirectlyIsFine() {
    try (StateDatabase state = FreshState.open()) {
      assertThatCode(new PoolerCheck(state)::refuseSharedSessions).doesNotThrowAnyException();
    }
  }

  @Test
  void aPoolerInTransactionModeIsRefusedAndOneInSessionModeIsFine() throws Exception {
    assumeTrue(PLACES.stream().anyMatch(Files::isExecutable), "PgBouncer is not installed");
    DatabaseSettings server = FreshState.empty();
    try (StateDatabase pooled = through("transaction", server)) {
      assertThatThrownBy(new PoolerCheck(pooled)::refuseSharedSessions)
          .isInstanceOf(FinalFailure.class)
          .hasMessageContaining("LAKEFERRY_STATE_HOST");
    }
    stop();
    try (StateDatabase pooled = through("session", server)) {
      assertThatCode(new PoolerCheck(pooled)::refuseSharedSessions).doesNotThrowAnyException();
    }
  }

  private StateDatabase through(String mode, DatabaseSettings server) throws Exception {
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
    pooler =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve(mode + ".log").toFile())
            .start();
    Awaitility.await().until(() -> answers(port));
    return StateDatabase.open(
        new DatabaseSettings(
            "127.0.0.1",
            port,
            server.database(),
            server.username(),
            server.password(),
            "disable",
            server.rootCertificate()),
        1);
  }

  private static boolean answers(int port) {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }
}
