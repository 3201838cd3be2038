package dev.lakeferry.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.testing.TestLake;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;

/** Registers a folder beside a Python script in the manner of the first implementation. */
final class FirstImplementation implements Scenario {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path SCRIPT = Path.of("src/test/python/first_implementation.py");
  private static final String TABLE = "first";

  private final BenchStack stack;
  private final FolderSample sample;
  private final BenchService service;
  private final BareDuck reader;

  FirstImplementation(BenchOptions options, int files) throws SQLException {
    stack = new BenchStack(options);
    sample = new FolderSample(stack, files, 4);
    service = new BenchService(stack, "first", Map.of());
    reader = new BareDuck(stack, new Properties());
    reader.attach(stack, BenchService.CATALOG, BenchService.METADATA_SCHEMA);
  }

  @Override
  public String about() {
    return String.format(
        Locale.ROOT,
        "%,d files of %d rows are registered and swapped in, from the claim to completed, with all"
            + " default checks; beside a Python script in the manner of the first implementation"
            + " (s3fs copies 16 at once, lists of 200 paths, one count), which must take at least"
            + " three times as long.",
        sample.files(),
        FolderSample.ROWS);
  }

  @Override
  public List<Contender> contenders() {
    return List.of(
        Contender.floor("Python script", this::script),
        Contender.limited("lakeferry", 1.0 / 3, this::served));
  }

  private Took script(int round) throws Exception {
    return sample.on(
        "bare/%d/".formatted(round),
        prefix -> {
          JsonNode printed = JSON.readTree(run(job(prefix, round)));
          return new Took(printed.path("seconds").asDouble(), printed.path("processor").asDouble());
        });
  }

  private String job(String prefix, int round) {
    var catalog = stack.postgres().settings(BenchService.CATALOG);
    ObjectNode job = JSON.createObjectNode();
    job.put("key", stack.s3().accessKey().orElseThrow());
    job.put("secret", stack.s3().secretKey().orElseThrow().reveal());
    job.put("endpoint", stack.endpoint().toString());
    job.put("extensions", TestLake.extensionDirectory().toAbsolutePath().toString());
    job.put(
        "catalog",
        "host=%s port=%d dbname=%s user=%s password=%s"
            .formatted(
                catalog.host(),
                catalog.port(),
                catalog.database(),
                catalog.username(),
                catalog.password().reveal()));
    job.put("schema", BenchService.METADATA_SCHEMA);
    job.put("source", BenchStack.SOURCE).put("prefix", prefix);
    job.put("lake", BenchStack.LAKE).put("landing", "bench/%s/%d/".formatted(TABLE, round));
    job.put("table", TABLE);
    return job.toString();
  }

  private static String run(String job) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder("python3", SCRIPT.toString());
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    Process process = builder.start();
    process.getOutputStream().write(job.getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IllegalStateException(
          "The Python script failed. It needs the packages duckdb 1.5.5 and s3fs, in PYTHONPATH or"
              + " installed.");
    }
    return output;
  }

  private Took served(int round) throws Exception {
    CompletedImport completion = BenchImport.of(1, 1, TABLE, round, sample.rows());
    return sample.on(
        BenchImport.prefix(completion),
        prefix -> {
          BenchService.Copied copied = service.register(completion);
          System.out.println("         " + copied.stages());
          return copied.work();
        });
  }

  @Override
  public void compare() throws SQLException {
    Contents.requireSame(reader, "lake.bench." + TABLE, BenchImport.table(1, TABLE));
  }

  @Override
  public void close() {
    try {
      reader.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    } finally {
      service.close();
      stack.close();
    }
  }
}
