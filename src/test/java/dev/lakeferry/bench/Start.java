package dev.lakeferry.bench;

import dev.lakeferry.route.BareRoutes;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Starts the program until its health page says that it is up. */
final class Start implements Scenario {
  private static final double PATIENCE_SECONDS = 120;

  private final BenchStack stack;
  private final HttpClient client = HttpClient.newHttpClient();

  Start(BenchOptions options) {
    stack = new BenchStack(options);
    BenchService.prepare(stack, "start", Map.of());
  }

  @Override
  public String about() {
    return "from the start of the JVM until /observe/health answers that all is up: databases, buckets"
        + " and lake looked at, routes running, pages served. The floor: Camel Main with the same"
        + " routes and the same management server, beans that do nothing, and nothing connected.";
  }

  @Override
  public List<Contender> contenders() {
    return List.of(
        Contender.floor("bare Camel Main", round -> start(BareRoutes.class.getName())),
        Contender.limited("lakeferry run", 1.5, round -> start("dev.lakeferry.Lakeferry", "run")));
  }

  private Took start(String... program) throws IOException, InterruptedException {
    Map<String, String> variables = BenchService.variables(stack, "start", Map.of());
    List<String> command = OwnJvm.java();
    command.addAll(List.of(program));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log().toFile());
    builder.environment().putAll(variables);
    URI health =
        URI.create(
            "http://127.0.0.1:%s/observe/health"
                .formatted(variables.get("LAKEFERRY_MANAGEMENT_PORT")));
    Took.Begun begun = Took.begin();
    Process process = builder.start();
    try {
      while (!isUp(health)) {
        if (!process.isAlive() || begun.end().seconds() > PATIENCE_SECONDS) {
          throw new IllegalStateException("It did not come up: " + Files.readString(log()));
        }
        Thread.sleep(10);
      }
      return new Took(
          begun.end().seconds(),
          process.info().totalCpuDuration().map(used -> used.toMillis() / 1e3).orElse(Double.NaN));
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  private Path log() {
    return stack.directory().resolve("start.log");
  }

  private boolean isUp(URI health) throws InterruptedException {
    try {
      return client
              .send(HttpRequest.newBuilder(health).build(), HttpResponse.BodyHandlers.discarding())
              .statusCode()
          == 200;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void compare() {
    // Each was up.
  }

  @Override
  public void close() {
    stack.close();
  }
}
