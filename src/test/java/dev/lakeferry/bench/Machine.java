package dev.lakeferry.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the figures were measured on and with. */
final class Machine {
  private Machine() {}

  static Map<String, String> facts(BenchOptions options) throws SQLException, IOException {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("at", Instant.now().toString());
    facts.put("commit", System.getProperty("lakeferry.bench.commit", "unknown"));
    facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    facts.put("processor", processor());
    facts.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
    facts.put("memory", memory());
    facts.put("java", Runtime.version().toString());
    facts.put("heap", (Runtime.getRuntime().maxMemory() >> 20) + " MiB");
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement();
        ResultSet version = statement.executeQuery("SELECT version()")) {
      version.next();
      facts.put("duckdb", version.getString(1));
    }
    facts.put("s3", "s3proxy " + System.getProperty("lakeferry.bench.s3proxy", "unknown"));
    facts.put("store", options.words());
    return facts;
  }

  private static String memory() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? (system.getTotalMemorySize() >> 20) + " MiB"
        : "unknown";
  }

  private static String processor() throws IOException {
    Path file = Path.of("/proc/cpuinfo");
    if (!Files.exists(file)) {
      return System.getProperty("os.arch");
    }
    return Files.readAllLines(file).stream()
        .filter(line -> line.startsWith("model name"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElse(System.getProperty("os.arch"));
  }
}
