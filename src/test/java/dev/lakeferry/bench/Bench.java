package dev.lakeferry.bench;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures scenarios, all of them if none is named; its exit code is 1 if a limit is not met. */
@Command(
    name = "bin/bench",
    mixinStandardHelpOptions = true,
    description = "Measures the service against bare programs, on embedded parts.")
final class Bench implements Callable<Integer> {
  @Parameters(
      paramLabel = "SCENARIO",
      description = "Which; all if none is given. quick: small ones of all kinds, for every build.")
  private List<String> names = List.copyOf(Scenarios.ALL.keySet());

  @Option(
      names = "--rounds",
      defaultValue = "5",
      description = "Rounds that count, after one to warm up; by default ${DEFAULT-VALUE}.")
  private int rounds;

  @Option(
      names = "--latency",
      defaultValue = "0ms",
      description = "How much later each request arrives at the store, such as 30ms.")
  private String latency;

  @Option(
      names = "--s3",
      description =
          "URL of another store than the embedded one; its keys are in AWS_ACCESS_KEY_ID and"
              + " AWS_SECRET_ACCESS_KEY. Two buckets are made, and removed in the end.")
  private URI store;

  /** Runs it. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Bench()).execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    Map<String, Task> tasks = new LinkedHashMap<>();
    for (String name : names) {
      if (name.equals("quick")) {
        tasks.putAll(Scenarios.QUICK);
      } else {
        tasks.put(name, Scenarios.ALL.get(name));
      }
    }
    if (rounds < 1 || tasks.containsValue(null) || !latency.matches("[0-9]{1,5}ms")) {
      System.err.println(
          "Scenarios: quick, %s; rounds: 1 or more; latency: such as 30ms"
              .formatted(String.join(", ", Scenarios.ALL.keySet())));
      return 2;
    }
    BenchOptions options =
        new BenchOptions(
            Duration.ofMillis(Long.parseLong(latency.replace("ms", ""))),
            Optional.ofNullable(store));
    List<String> missed = new ArrayList<>();
    for (Map.Entry<String, Task> task : tasks.entrySet()) {
      if (!task.getValue().run(options, rounds)) {
        missed.add(task.getKey());
      }
    }
    System.out.println(
        missed.isEmpty()
            ? "All limits are met."
            : "Not met: " + missed.stream().collect(Collectors.joining(", ")));
    return missed.isEmpty() ? 0 : 1;
  }
}
