package dev.lakeferry.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import java.util.TreeMap;

/**
 * The settings of the demo's service: the local profile on the embedded parts. Of the environment
 * only where the extensions lie is heeded, so that a demo never reaches a real lake.
 */
final class DemoSettings {
  private static final String EXTENSIONS = "LAKEFERRY_EXTENSION_DIRECTORY";

  private DemoSettings() {}

  static Map<String, String> variables(EmbeddedStack stack, DemoDirectory directory) {
    Map<String, String> variables = new TreeMap<>();
    variables.put("LAKEFERRY_PROFILE", "local");
    variables.put("DUCKLAKE_RDS_HOST", stack.postgres().host());
    variables.put("DUCKLAKE_RDS_PORT", Integer.toString(stack.postgres().port()));
    variables.put("DUCKLAKE_S3_ENDPOINT", stack.s3().endpoint().toString());
    variables.put("LAKEFERRY_CLAIM_PERIOD", "300ms");
    variables.put("LAKEFERRY_BUSY_DELAY", "500ms");
    variables.put("LAKEFERRY_FLAGS_FILE", directory.flags().toString());
    variables.put("LAKEFERRY_VERIFICATION_DIRECTORY", directory.verification().toString());
    variables.put("LAKEFERRY_ENGINE_TEMP_DIRECTORY", directory.spill().toString());
    variables.put("LAKEFERRY_MANAGEMENT_PORT", Integer.toString(freePort()));
    variables.put("LAKEFERRY_HTTP_PORT", Integer.toString(freePort()));
    String extensions = System.getenv(EXTENSIONS);
    if (extensions != null && !extensions.isBlank()) {
      variables.put(EXTENSIONS, extensions);
    }
    return variables;
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException("No free port for health and metrics.", e);
    }
  }
}
