package dev.lakeferry.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lakeferry.testing.TestLake;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A peer that is written in Python: it reads its job as JSON and prints what it took likewise. */
final class PythonScript {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path SCRIPTS = Path.of("src/test/python");

  private final BenchStack stack;
  private final String name;
  private final String needs;

  /**
   * Takes a script.
   *
   * @param needs which packages must be installed, or in PYTHONPATH
   */
  PythonScript(BenchStack stack, String name, String needs) {
    this.stack = stack;
    this.name = name;
    this.needs = needs;
  }

  /**
   * Runs it on a folder.
   *
   * @param landing where it puts what it copies
   * @return what it printed
   */
  JsonNode run(String prefix, String landing, String table)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder("python3", SCRIPTS.resolve(name).toString());
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    Process process = builder.start();
    process.getOutputStream().write(job(prefix, landing, table).getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IllegalStateException(
          "%s failed. It needs the packages %s, in PYTHONPATH or installed."
              .formatted(name, needs));
    }
    return JSON.readTree(output);
  }

  /** What it took, as it printed it. */
  static Took took(JsonNode printed) {
    return new Took(printed.path("seconds").asDouble(), printed.path("processor").asDouble());
  }

  private String job(String prefix, String landing, String table) {
    var catalog = stack.postgres().settings(BenchService.CATALOG);
    String password = catalog.password().reveal();
    ObjectNode job = JSON.createObjectNode();
    job.put("key", stack.s3().accessKey().orElseThrow());
    job.put("secret", stack.s3().secretKey().orElseThrow().reveal());
    job.put("endpoint", stack.endpoint().toString());
    job.put("region", stack.s3().region());
    job.put("extensions", TestLake.extensionDirectory().toAbsolutePath().toString());
    job.put(
        "catalog",
        "host=%s port=%d dbname=%s user=%s password=%s"
            .formatted(
                catalog.host(), catalog.port(), catalog.database(), catalog.username(), password));
    job.put(
        "catalogUrl",
        "postgres://%s:%s@%s:%d/%s"
            .formatted(
                catalog.username(), password, catalog.host(), catalog.port(), catalog.database()));
    job.put("schema", BenchService.METADATA_SCHEMA);
    job.put("source", BenchStack.SOURCE).put("prefix", prefix);
    job.put("lake", BenchStack.LAKE).put("landing", landing);
    job.put("table", table);
    return job.toString();
  }
}
