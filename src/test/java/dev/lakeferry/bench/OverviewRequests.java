package dev.lakeferry.bench;

import dev.lakeferry.overview.Seed;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Asks for pages and their JSON where there are very many source schemas and attempts. */
final class OverviewRequests implements Scenario {
  private static final int REQUESTS = 100;

  /** So that readings that are shared for two seconds are made anew meanwhile. */
  private static final long PAUSE_MILLIS = 50;

  private static final double MEDIAN = 0.05;
  private static final double P99 = 0.2;

  private final int schemas;
  private final int jobs;
  private final BenchStack stack;
  private final BenchService service;
  private final HttpClient client = HttpClient.newHttpClient();

  /**
   * Writes the rows, as the workflows leave them.
   *
   * @param jobs of each source schema; each is an attempt in two workflows
   */
  OverviewRequests(BenchOptions options, int schemas, int jobs) {
    this.schemas = schemas;
    this.jobs = jobs;
    stack = new BenchStack(options);
    service = new BenchService(stack, "overview", Map.of("LAKEFERRY_HTTP_PORT", "0"));
    new Seed(service.state()).many(schemas, jobs);
  }

  @Override
  public String about() {
    return String.format(
        Locale.ROOT,
        "%,d source schemas with %,d attempts; %d requests one after the other, every %d ms. Of each"
            + " turn the median, or the 99th percentile.",
        schemas,
        schemas * jobs * 2,
        REQUESTS,
        PAUSE_MILLIS);
  }

  @Override
  public List<Contender> contenders() {
    return List.of(
        Contender.within("overview, median", MEDIAN, round -> ask("/", 0.5)),
        Contender.within("overview, p99", P99, round -> ask("/", 0.99)),
        Contender.within("its JSON, median", MEDIAN, round -> ask("/api/overview", 0.5)),
        Contender.within("its JSON, p99", P99, round -> ask("/api/overview", 0.99)),
        Contender.within("a team's JSON, median", MEDIAN, round -> ask("/api/teams/7", 0.5)),
        Contender.within("a team's JSON, p99", P99, round -> ask("/api/teams/7", 0.99)));
  }

  private Took ask(String path, double share) throws IOException, InterruptedException {
    InetSocketAddress at = service.service().httpAddress().orElseThrow();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d%s".formatted(at.getPort(), path)))
            .build();
    double[] seconds = new double[REQUESTS];
    Took.Begun all = Took.begin();
    for (int i = 0; i < REQUESTS; i++) {
      Took.Begun begun = Took.begin();
      HttpResponse<byte[]> answer = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
      seconds[i] = begun.end().seconds();
      if (answer.statusCode() != 200 || answer.body().length < 1_000) {
        throw new IllegalStateException(path + " answered " + answer.statusCode());
      }
      Thread.sleep(PAUSE_MILLIS);
    }
    Arrays.sort(seconds);
    return new Took(
        seconds[Math.min(REQUESTS - 1, (int) (share * REQUESTS))], all.end().processor());
  }

  @Override
  public void compare() {
    // Each answer was looked at.
  }

  @Override
  public void close() {
    service.close();
    stack.close();
  }
}
