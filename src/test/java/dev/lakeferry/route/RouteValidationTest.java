package dev.lakeferry.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.ops.RouteProblem;
import dev.lakeferry.testing.RoutesDirectory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is found wrong with routes before they are used, and at which place it is told. */
class RouteValidationTest {
  @TempDir private Path temporary;
  private RoutesDirectory routes;

  @BeforeEach
  void copyShipped() {
    routes = RoutesDirectory.at(temporary.resolve("routes"));
  }

  private List<String> problems() {
    return new OfflineRoutes(Map.of())
        .check(routes.path()).stream().map(RouteProblem::toString).toList();
  }

  private List<String> withLand(String before, String after) {
    routes.edit("land.camel.yaml", before, after);
    return problems();
  }

  private List<String> withMine(String text) {
    routes.write("mine.camel.yaml", text);
    return problems();
  }

  private static String route(String uri, String steps) {
    return "- route:\n    id: mine\n    from:\n      uri: %s\n      steps:\n%s"
        .formatted(uri, steps.indent(8));
  }

  private static void only(List<String> problems, String start) {
    assertThat(problems).singleElement().asString().startsWith(start);
  }

  @Test
  void theShippedRoutesPassEveryCheck() {
    assertThat(problems()).isEmpty();
  }

  @Test
  void textThatIsNoYaml() {
    only(withMine("- route:\n    id: mine\n   from: x\n"), "mine.camel.yaml:3:4: No YAML: ");
    only(withMine("# nothing\n"), "mine.camel.yaml:1:1: The file must hold a list of routes");
  }

  @Test
  void aNameThatTheSchemaDoesNotKnow() {
    only(
        withLand("parallelProcessing: true", "parallelProcesing: true"),
        "land.camel.yaml:23:32: 'parallelProcesing' is not known here.");
  }

  @Test
  void aStepThatTheSchemaDoesNotKnow() {
    only(withMine(route("direct:mine", "- setBodyy:\n    id: x")), "mine.camel.yaml:");
  }

  @Test
  void anEndpointWithoutComponent() {
    only(
        withMine(route("kafkaa:topic", "- log:\n    id: x\n    message: m")),
        "mine.camel.yaml:4:12: There is no component 'kafkaa'");
  }

  @Test
  void anOptionThatTheComponentDoesNotKnow() {
    only(
        withMine(
            "- route:\n    id: mine\n    from:\n      uri: timer:mine\n      parameters:\n"
                + "        perid: 1000\n      steps:\n        - log:\n            id: x\n            message: m\n"),
        "mine.camel.yaml:6:16: timer: the option perid is no option of timer.");
  }

  @Test
  void anOptionOfTheWrongKind() {
    only(
        withMine(route("timer:mine?period=soon", "- log:\n    id: x\n    message: m")),
        "mine.camel.yaml:4:12: timer: the option period must be a length of time.");
  }

  @Test
  void anExpressionThatIsNotOne() {
    only(
        withLand("\"${body.large}\"", "\"${body.large\""),
        "land.camel.yaml:36:39: No valid simple: ");
    routes.edit("land.camel.yaml", "\"${body.large\"", "\"${body.large}\"");
    only(
        withMine(route("direct:mine", "- log:\n    id: x\n    message: \"${nothing.of} ${\"")),
        "mine.camel.yaml:8:22: No valid simple: ");
  }

  @Test
  void anExpressionLanguageThatIsNotThere() {
    assertThat(
            withMine(
                route(
                    "direct:mine",
                    "- setBody:\n    id: x\n    expression:\n      jq:\n        expression: .a")))
        .anyMatch(text -> text.contains("There is no expression language 'jq'"));
  }

  @Test
  void aBeanThatIsNotThere() {
    only(
        withMine(route("direct:mine", "- bean:\n    id: x\n    ref: jobbs\n    method: load")),
        "mine.camel.yaml:8:18: There is no bean jobbs; there are deltaTable, failures, gates, jobs");
  }

  @Test
  void aMethodThatTheBeanHasNot() {
    only(
        withLand("method: confirm", "method: confrm"),
        "land.camel.yaml:67:21: The bean landing has no method confrm; it has confirm, copied,");
  }

  @Test
  void aThreadPoolThatIsNotThere() {
    only(
        withLand("executorService: copy", "executorService: copies"),
        "land.camel.yaml:28:30: There is no thread pool copies; there are copy.");
  }

  @Test
  void aCallThatNoRouteAnswers() {
    only(
        withMine(route("direct:mine", "- to:\n    id: x\n    uri: direct:nowhere")),
        "mine.camel.yaml:8:18: direct:nowhere is called here, but no route begins there");
  }

  @Test
  void aRemovedRouteThatOthersCall() {
    routes.delete("land.camel.yaml");
    assertThat(problems())
        .hasSize(3)
        .allMatch(text -> text.contains("direct:land is called here, but no route begins there"));
  }

  @Test
  void aRemovedWorkflowThatIsStillClaimed() {
    routes.delete("copy-models.camel.yaml");
    only(
        problems(),
        "claim.camel.yaml:150:24: seda:ducklake-copy.data-modeling is called here, but no route");
  }

  @Test
  void anIdThatStandsInAnotherFile() {
    only(
        withMine(route("direct:mine", "- log:\n    id: confirm-landing\n    message: m")),
        "mine.camel.yaml:7:17: The id confirm-landing stands at land.camel.yaml:65 already");
  }

  @Test
  void anIdOfTheProgramItself() {
    only(
        withMine(route("direct:mine", "- log:\n    id: publish\n    message: m")),
        "mine.camel.yaml:7:17: The id publish is one of the program's own");
  }

  @Test
  void twoRoutesThatBeginAtOnePlace() {
    only(
        withMine(route("direct:publish", "- log:\n    id: x\n    message: m")),
        "mine.camel.yaml:4:12: direct:publish is where a route of the program begins already");
  }

  @Test
  void aRouteWithoutId() {
    only(
        withMine("- route:\n    from:\n      uri: direct:mine\n      steps:\n        - stop: {}\n"),
        "mine.camel.yaml:2:5: The route has no id");
  }

  @Test
  void aConfigurationThatIsNotThere() {
    routes.delete("failures.camel.yaml");
    assertThat(problems())
        .isNotEmpty()
        .allMatch(text -> text.contains("There is no routeConfiguration"));
  }

  @Test
  void aPlaceholderWithoutValue() {
    only(
        withMine(route("timer:mine?period={{mine.period}}", "- stop:\n    id: x")),
        "mine.camel.yaml:4:12: The placeholder {{mine.period}} has no value");
  }

  @Test
  void anEmptyDirectory() {
    RoutesDirectory.shipped().forEach(shipped -> routes.delete(shipped.getFileName().toString()));
    only(problems(), "*.camel.yaml: The directory holds no such file");
  }
}
