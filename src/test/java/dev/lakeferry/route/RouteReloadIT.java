package dev.lakeferry.route;

import static dev.lakeferry.testing.Outcomes.completed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.ops.Commands;
import dev.lakeferry.ops.OperatorCommands;
import dev.lakeferry.ops.ReloadReport;
import dev.lakeferry.ops.ReloadReport.Outcome;
import dev.lakeferry.ops.RouteLine;
import dev.lakeferry.ops.Workplace;
import dev.lakeferry.settings.Settings;
import dev.lakeferry.testing.LogLines;
import dev.lakeferry.testing.RoutesDirectory;
import dev.lakeferry.testing.Scene;
import dev.lakeferry.testing.Submission;
import dev.lakeferry.testing.TestLake;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.camel.Route;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Edits of the routes' files while the service runs. */
class RouteReloadIT {
  private static final String MINE = "mine.camel.yaml";

  @TempDir private static Path temporary;
  private static TestLake lake;
  private static Scene scene;
  private static RoutesDirectory routes;

  @BeforeAll
  static void begin() {
    routes = RoutesDirectory.at(temporary.resolve("routes"));
    lake = new TestLake();
    scene = Scene.on(lake, variables(routes.path()));
    scene.context().getRegistry().bind("notes", new Notes());
  }

  private static Map<String, String> variables(Path directory) {
    return Map.of(
        "LAKEFERRY_ROUTES_DIRECTORY",
        directory.toString(),
        "LAKEFERRY_ROUTES_RELOAD_PERIOD",
        "50ms");
  }

  @AfterAll
  static void end() {
    scene.close();
    lake.close();
  }

  /** Each test begins with the shipped routes. */
  @AfterEach
  void putBack() throws IOException {
    boolean edited = Files.deleteIfExists(routes.path().resolve(MINE));
    for (Path shipped : RoutesDirectory.shipped()) {
      String name = shipped.getFileName().toString();
      edited |= !routes.read(name).equals(Files.readString(shipped));
      routes.write(name, Files.readString(shipped));
    }
    if (edited) {
      Awaitility.await()
          .until(
              () ->
                  last().problems().isEmpty()
                      && lines().stream().noneMatch(line -> MINE.equals(line.file())));
    }
  }

  /** Stands for something that an operator's route calls. */
  public static final class Notes {
    final List<String> taken = new CopyOnWriteArrayList<>();
    volatile CountDownLatch held = new CountDownLatch(0);
    volatile CountDownLatch entered = new CountDownLatch(0);

    public void take(String note) {
      taken.add(note);
    }

    public void hold() throws InterruptedException {
      entered.countDown();
      if (!held.await(30, TimeUnit.SECONDS)) {
        throw new IllegalStateException("Nobody let it go.");
      }
    }
  }

  private static Notes notes() {
    return scene.context().getRegistry().lookupByNameAndType("notes", Notes.class);
  }

  private static ReloadReport last() {
    return scene.service().service().routes().lastReload();
  }

  private static List<RouteLine> lines() {
    return scene.service().service().routes().routes();
  }

  private static RouteLine line(String id) {
    return lines().stream().filter(line -> line.id().equals(id)).findFirst().orElseThrow();
  }

  /** Does something to the files and waits until it was decided on. */
  private static ReloadReport after(Runnable edit) {
    ReloadReport before = last();
    edit.run();
    return Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(RouteReloadIT::last, now -> now != before);
  }

  private static String noting(String id, String uri, String note) {
    return """
        - route:
            id: %s
            from:
              uri: %s
              steps:
                - bean:
                    id: take-%s
                    ref: notes
                    method: take('%s')
        """
        .formatted(id, uri, id, note);
  }

  private static void send(String uri) {
    try (var template = scene.context().createProducerTemplate()) {
      template.sendBody(uri, "");
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aFileIsAddedEditedAndDeletedAndAllOtherRoutesGoOn() {
    Route intake = scene.context().getRoute("intake");

    ReloadReport added = after(() -> routes.write(MINE, noting("mine", "direct:mine", "first")));
    assertThat(added.outcome()).isEqualTo(Outcome.APPLIED);
    assertThat(added.added()).isEqualTo(1);
    assertThat(line("mine").file()).isEqualTo(MINE);
    assertThat(line("mine").state()).isEqualTo("Started");
    send("direct:mine");

    ReloadReport changed = after(() -> routes.edit(MINE, "'first'", "'second'"));
    assertThat(changed.changed()).isEqualTo(1);
    send("direct:mine");
    assertThat(notes().taken).containsSubsequence("first", "second");
    assertThat(line("mine").exchanges()).isEqualTo(2);

    ReloadReport same = after(() -> routes.edit(MINE, "- route:", "# a remark\n- route:"));
    assertThat(same.outcome()).isEqualTo(Outcome.APPLIED);
    assertThat(same.changed()).isZero();

    ReloadReport removed = after(() -> routes.delete(MINE));
    assertThat(removed.removed()).isEqualTo(1);
    assertThat(scene.context().getRoute("mine")).isNull();
    assertThat(scene.context().getRoute("intake")).isSameAs(intake);
    assertThat(scene.context().getRoute("publish")).isNotNull();
  }

  @Test
  void aBrokenFileChangesNothingAndIsToldUntilItIsMended() {
    try (LogLines log = new LogLines()) {
      ReloadReport refused =
          after(() -> routes.edit("land.camel.yaml", "ref: landing", "ref: landingg"));

      assertThat(refused.outcome()).isEqualTo(Outcome.REFUSED);
      assertThat(refused.problems().get(0).toString())
          .startsWith("land.camel.yaml:15:18: There is no bean landingg; there are");
      assertThat(scene.get("/observe/health").body())
          .contains("The routes' files are not in use: land.camel.yaml:15:18");
      assertThat(scene.get("/observe/health/ready").statusCode()).isEqualTo(200);
      assertThat(scene.page("/"))
          .contains("The last edit of the routes is not in use.", "land.camel.yaml:15:18");
      assertThat(scene.page("/routes")).contains("Last edit refused", "land.camel.yaml:15:18");
      assertThat(scene.get("/observe/metrics").body())
          .containsPattern("lakeferry_routes_broken [1-9]")
          .containsPattern("lakeferry_routes_reloads_total\\{[^}]*outcome=\"refused\"[^}]*} [1-9]");
      CompletedImport completion = Submission.fresh().completed();
      scene.prepare(completion, "part-0.parquet", "SELECT range AS id FROM range(10)");
      completed(scene.run(completion));
      assertThat(log.with("all routes run as before")).hasSize(1);

      ReloadReport mended =
          after(() -> routes.edit("land.camel.yaml", "ref: landingg", "ref: landing"));
      assertThat(mended.outcome()).isEqualTo(Outcome.APPLIED);
      assertThat(scene.get("/observe/metrics").body()).contains("lakeferry_routes_broken 0");
      assertThat(scene.page("/")).doesNotContain("is not in use");
    }
  }

  @Test
  void filesThatNeedEachOtherAreOneChange() {
    String caller =
        noting("mine", "direct:mine", "called")
            + "        - to:\n            id: call\n            uri: direct:other\n";

    ReloadReport together =
        after(
            () -> {
              routes.write(MINE, caller);
              routes.write("other.camel.yaml", noting("other", "direct:other", "answered"));
            });

    assertThat(together.outcome()).isEqualTo(Outcome.APPLIED);
    assertThat(together.added()).isEqualTo(2);
    send("direct:mine");
    assertThat(notes().taken).containsSubsequence("called", "answered");

    ReloadReport orphaned = after(() -> routes.delete("other.camel.yaml"));
    assertThat(orphaned.outcome()).isEqualTo(Outcome.REFUSED);
    assertThat(orphaned.problems().get(0).text()).contains("direct:other is called here");
    send("direct:mine");
  }

  @Test
  void anEditedRouteConfigurationReachesTheRoutesThatUseIt() {
    ReloadReport report =
        after(
            () ->
                routes.edit(
                    "failures.camel.yaml",
                    "            - bean:\n                id: record-failure",
                    "            - log:\n                id: mourn\n                message: Mourned\n"
                        + "            - bean:\n                id: record-failure"));

    assertThat(report.changed()).isEqualTo(3);
    try (LogLines log = new LogLines()) {
      // A consumer that waited at its queue when it was replaced may take one more run.
      Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () -> scene.run(Submission.fresh().completed()),
              failed -> !log.with("Mourned").isEmpty());
    }
  }

  @Test
  void aRouteThatCannotBeStartedIsTakenBackWithAllThatWasSavedWithIt() {
    after(() -> routes.write(MINE, noting("mine", "direct:mine", "before")));

    ReloadReport failed =
        after(
            () ->
                routes.write(
                    MINE,
                    noting("mine", "direct:mine", "after")
                        + noting("no-such-place", "quartz:mine/never?cron=never", "never")));

    assertThat(failed.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(failed.problems().get(0).text()).contains("no-such-place", "could not be started");
    notes().taken.clear();
    send("direct:mine");
    assertThat(notes().taken).containsExactly("before");
    assertThat(scene.context().getRoute("no-such-place")).isNull();
    assertThat(scene.get("/observe/health/ready").statusCode()).isEqualTo(200);
  }

  @Test
  void whatARouteHasBegunGoesToItsEndWhileItsSuccessorWorks() throws InterruptedException {
    String route =
        """
        - route:
            id: mine
            from:
              uri: %s
              steps:
                - bean:
                    id: hold
                    ref: notes
                    method: hold
                - bean:
                    id: take
                    ref: notes
                    method: take('old')
        """;
    for (String uri : List.of("seda:mine", "direct:mine")) {
      notes().taken.clear();
      after(() -> routes.write(MINE, route.formatted(uri)));
      notes().held = new CountDownLatch(1);
      notes().entered = new CountDownLatch(1);
      Thread sender = new Thread(() -> send(uri));
      sender.start();
      assertThat(notes().entered.await(10, TimeUnit.SECONDS)).isTrue();

      after(() -> routes.write(MINE, noting("mine", uri, "new")));
      send(uri);

      Awaitility.await().until(() -> notes().taken.equals(List.of("new")));
      assertThat(line("mine").inFlight()).isEqualTo(1);
      notes().held.countDown();
      Awaitility.await().until(() -> notes().taken.equals(List.of("new", "old")));
      Awaitility.await().until(() -> line("mine").inFlight() == 0);
      sender.join();
      send(uri);
      Awaitility.await().until(() -> notes().taken.equals(List.of("new", "old", "new")));
      after(() -> routes.delete(MINE));
    }
  }

  /** Else a check without a service would know other beans than the service has. */
  @Test
  void whatIsKnownToRoutesWithoutAServiceIsWhatTheServiceBinds() {
    Map<String, Object> bound = scene.context().getRegistry().findByTypeWithName(Object.class);

    assertThat(KnownToRoutes.BEANS)
        .allSatisfy((name, type) -> assertThat(bound.get(name)).isInstanceOf(type));
    assertThat(bound.keySet())
        .filteredOn(name -> !name.contains("-") && !name.endsWith("Check"))
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(
                    KnownToRoutes.BEANS.keySet().stream(),
                    Stream.of("seda", "metricsRegistry", "notes"))
                .toList());
  }

  @Test
  void theOperatorIsShownEachRouteAndItsFile() throws Exception {
    StringWriter out = new StringWriter();
    Settings settings =
        Settings.read(
            Map.of(
                "LAKEFERRY_PROFILE",
                "local",
                "LAKEFERRY_MANAGEMENT_PORT",
                Integer.toString(scene.managementPort())),
            null);

    int exitCode =
        new Commands(OperatorCommands.of(new Workplace(() -> settings)))
            .writingTo(new PrintWriter(out), new PrintWriter(out))
            .execute("routes", "list");

    assertThat(exitCode).as(out.toString()).isZero();
    assertThat(out.toString())
        .containsPattern("(?m)^land +land.camel.yaml +Started +0 ")
        .containsPattern("(?m)^publish +- +Started ");
  }

  @Test
  void anExchangedConfigMapIsSeen() throws IOException {
    Path mounted = Files.createDirectory(temporary.resolve("mounted"));
    RoutesDirectory.at(mounted.resolve("..v1"));
    RoutesDirectory second = RoutesDirectory.at(mounted.resolve("..v2"));
    second.write(MINE, noting("mine", "direct:mapped", "mapped"));
    Files.createSymbolicLink(mounted.resolve("..data"), Path.of("..v1"));
    for (Path shipped : RoutesDirectory.shipped()) {
      Path name = shipped.getFileName();
      Files.createSymbolicLink(mounted.resolve(name), Path.of("..data").resolve(name));
    }
    try (TestLake another = new TestLake();
        Scene other = Scene.on(another, variables(mounted))) {
      other.context().getRegistry().bind("notes", new Notes());
      second.edit("land.camel.yaml", "description: Copies", "description: Still copies");
      Files.createSymbolicLink(mounted.resolve(MINE), Path.of("..data").resolve(MINE));
      Files.createSymbolicLink(mounted.resolve("..next"), Path.of("..v2"));
      Files.move(
          mounted.resolve("..next"), mounted.resolve("..data"), StandardCopyOption.ATOMIC_MOVE);

      Awaitility.await()
          .until(
              () -> other.service().service().routes().lastReload(),
              report -> report.added() == 1 && report.changed() == 1);
    }
  }
}
