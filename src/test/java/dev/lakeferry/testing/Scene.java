package dev.lakeferry.testing;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.job.Actor;
import dev.lakeferry.job.Attempt;
import dev.lakeferry.state.Rows;
import dev.lakeferry.upkeep.LeftoverSweep;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.builder.AdviceWith;
import org.awaitility.Awaitility;

/** The service on a lake of its own, seen from outside: state tables, bucket, another DuckDB. */
public final class Scene implements AutoCloseable {
  public static final String REGISTRATION = "ducklake-register.data-imports";

  private final TestLake lake;
  private final boolean owner;
  private final TestService service;
  private final Map<String, Hook> hooks = new HashMap<>();

  /** Starts the service with more variables set. */
  public Scene(Map<String, String> more) {
    this(new TestLake(), more, true, () -> {});
  }

  /** Starts the service on a lake that is there, and leaves that open in the end. */
  public static Scene on(TestLake lake, Map<String, String> more) {
    return new Scene(lake, more, false, () -> {});
  }

  /** The same; does something when all is prepared and the service not started yet. */
  public static Scene on(TestLake lake, Map<String, String> more, Runnable beforeStart) {
    return new Scene(lake, more, false, beforeStart);
  }

  private Scene(TestLake lake, Map<String, String> more, boolean owner, Runnable beforeStart) {
    this.lake = lake;
    this.owner = owner;
    service = new TestService(lake, more, beforeStart);
  }

  public TestLake lake() {
    return lake;
  }

  public TestService service() {
    return service;
  }

  public CamelContext context() {
    return service.service().context();
  }

  /** Writes a file of a query's rows into a completion's prepared folder. */
  public void prepare(CompletedImport completion, String path, String query) {
    lake.put(sourceKey(completion, path), TestLake.parquet(query));
  }

  public String sourceKey(CompletedImport completion, String path) {
    return lake.sourceSettings().prefix()
        + completion.folderPath()
        + "/"
        + completion.preparedFolder()
        + "/"
        + path;
  }

  public void deleteSource(CompletedImport completion, String path) {
    String key = sourceKey(completion, path);
    lake.s3().deleteObject(request -> request.bucket(lake.sourceSettings().bucket()).key(key));
  }

  /** Submits a completion and waits until the run that it became has ended. */
  public Attempt run(CompletedImport completion) {
    return service.ended(runOf(service.submit(completion)));
  }

  /** The registration that a row of the inbox became. */
  public String runOf(long inboxId) {
    return Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> runs("inbox_id = ?", inboxId), runs -> !runs.isEmpty())
        .get(0);
  }

  /** Registrations alone: each import is a copy's run besides. */
  public List<String> runs(String condition, Object... parameters) {
    return Rows.column(
        service.state(),
        String.class,
        "SELECT id FROM workflow_run WHERE workflow = '%s' AND (%s) ORDER BY inbox_id"
            .formatted(REGISTRATION, condition),
        parameters);
  }

  /** Makes a run that ended due again, and waits for the attempt that follows. */
  public Attempt retry(Attempt ended, boolean acceptSchema) {
    new dev.lakeferry.job.Again(service.state().jdbi())
        .retry(ended.runId(), acceptSchema, Actor.commandLine());
    return Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> service.ended(ended.runId()), newest -> newest.attempt() > ended.attempt());
  }

  /** The table's rows, counted and summed by a DuckDB of its own, and the objects it is made of. */
  public TableState table(String name) {
    String quoted = "ducklake.insights_data_imports_team_1.\"" + name + "\"";
    String rows =
        lake.ask(
                "SELECT count(*) || ' rows, ' || coalesce(bit_xor(hash(t)), 0) FROM %s AS t"
                    .formatted(quoted),
                row -> row.getString(1))
            .get(0);
    return new TableState(rows, objectsOf(name));
  }

  private Map<String, String> objectsOf(String name) {
    Map<String, String> all = lake.landedObjects();
    Map<String, String> named = new TreeMap<>();
    lake.ask(
            "SELECT data_file FROM ducklake_list_files('ducklake', '%s', schema => '%s')"
                .formatted(name, "insights_data_imports_team_1"),
            row -> row.getString(1))
        .forEach(
            uri -> {
              String key = uri.substring(("s3://" + lake.lakeSettings().bucket() + "/").length());
              named.put(key, String.valueOf(all.get(key)));
            });
    return named;
  }

  /**
   * What readers see of a table.
   *
   * @param rows their number and a hash over all of them
   * @param objects the keys it is made of, each with its ETag
   */
  public record TableState(String rows, Map<String, String> objects) {}

  /** Does something before a step of a shipped route, until what is returned is closed. */
  public Hook before(String route, String step, Processor action) {
    return hook("before " + step, action, hook -> weave(route, step, Where.BEFORE, hook));
  }

  /** Does something after a step of a shipped route, until what is returned is closed. */
  public Hook after(String route, String step, Processor action) {
    return hook("after " + step, action, hook -> weave(route, step, Where.AFTER, hook));
  }

  private enum Where {
    BEFORE,
    AFTER
  }

  /** An advice that can be switched off. */
  public static final class Hook implements Processor, AutoCloseable {
    private volatile Processor action;

    @Override
    public void process(Exchange exchange) throws Exception {
      Processor current = action;
      if (current != null) {
        current.process(exchange);
      }
    }

    @Override
    public void close() {
      action = null;
    }
  }

  private Hook hook(String name, Processor action, Consumer<Hook> weaver) {
    Hook hook =
        hooks.computeIfAbsent(
            name,
            absent -> {
              Hook woven = new Hook();
              weaver.accept(woven);
              return woven;
            });
    hook.action = action;
    return hook;
  }

  private void weave(String route, String step, Where where, Hook hook) {
    try {
      AdviceWith.adviceWith(
          context(),
          route,
          false,
          advice -> {
            var found = advice.weaveById(step);
            (where == Where.BEFORE ? found.before() : found.after()).process(hook);
          });
      // Under a supervising controller an advised route is left stopped.
      context().getRouteController().startRoute(route);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Removes what unpublished attempts left. */
  public LeftoverSweep leftovers() {
    return new LeftoverSweep(
        service.state(),
        lake.lake(),
        lake.catalog(),
        lake.objects(),
        lake.lakeSettings(),
        Duration.ofSeconds(10));
  }

  /** The port of the management server. */
  public int managementPort() {
    return Integer.parseInt(context().resolvePropertyPlaceholders("{{camel.management.port}}"));
  }

  /** What the management server answers. */
  public HttpResponse<String> get(String path) {
    return get(managementPort(), path);
  }

  /** A page as it is served. */
  public String page(String path) {
    return get(service.service().httpAddress().orElseThrow().getPort(), path).body();
  }

  private static HttpResponse<String> get(int port, String path) {
    try {
      return HttpClient.newHttpClient()
          .send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                  .timeout(Duration.ofSeconds(5))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    service.close();
    if (owner) {
      lake.close();
    }
  }
}
