package dev.lakeferry.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.lakeferry.settings.Settings;
import dev.lakeferry.web.Access;
import dev.lakeferry.web.AccessGuard;
import dev.lakeferry.web.Answers;
import dev.lakeferry.web.Endpoint;
import dev.lakeferry.web.Problem;
import dev.lakeferry.web.WebRequest;
import dev.lakeferry.web.WebResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.camel.main.Main;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Endpoints behind Camel's real server, without the rest of the service. */
class WebRoutesIT {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final Main MAIN = new Main();
  private static InetSocketAddress address;

  @BeforeAll
  static void start() {
    Settings settings =
        Settings.read(
            Map.of(
                "LAKEFERRY_PROFILE", "local",
                "LAKEFERRY_HTTP_PORT", "0",
                "LAKEFERRY_HTTP_BODY_LARGEST", "1000B",
                "LAKEFERRY_HTTP_INTAKE_RATE", "1",
                "LAKEFERRY_HTTP_INTAKE_BURST", "3"),
            null);
    WebServer web = new WebServer(settings);
    AccessGuard guard = new AccessGuard(WebServer.rules(settings));
    Properties properties = new Properties();
    properties.setProperty("camel.main.routesCollectorEnabled", "false");
    properties.setProperty("camel.main.jmxEnabled", "false");
    properties.setProperty("camel.management.enabled", "true");
    properties.setProperty("camel.management.port", "0");
    properties.setProperty("camel.management.healthCheckEnabled", "true");
    web.configure(properties);
    MAIN.setOverrideProperties(properties);
    WebRoutes routes =
        new WebRoutes(List.of(WebRoutesIT::endpoints), new Answers(guard, e -> Optional.empty()));
    MAIN.configure().addRoutesBuilder(routes);
    MAIN.start();
    web.tellFailures(MAIN.getCamelContext(), routes::nothing);
    address = WebServer.address(MAIN.getCamelContext()).orElseThrow();
  }

  private static List<Endpoint> endpoints() {
    return List.of(
        Endpoint.read("/", request -> WebResponse.html("<p>here</p>"), "Page"),
        Endpoint.read("/api/things/{id}", WebRoutesIT::thing, "A thing"),
        Endpoint.act("/api/things/{id}", WebRoutesIT::thing, "Changes a thing"),
        new Endpoint(
            "POST",
            "/api/taken",
            Access.INTAKE,
            request -> WebResponse.json(202, Map.of()),
            "Takes"),
        Endpoint.read(
            "/api/broken",
            request -> {
              throw new IllegalStateException("secret of the inside");
            },
            "Fails"));
  }

  private static WebResponse thing(WebRequest request) {
    if (request.pathParameter("id").equals("none")) {
      throw Problem.notFound("There is no thing none.");
    }
    return WebResponse.json(
            Map.of(
                "id", request.pathParameter("id"),
                "query", request.query(),
                "body", request.text(),
                "field", request.field("name").orElse(""),
                "from", request.from(),
                "may_act", request.may(Access.ACT)))
        .withHeader("Cache-Control", "max-age=60");
  }

  @AfterAll
  static void stop() {
    MAIN.stop();
  }

  private static HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + address.getPort() + path));
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void aPathsPartIsThePathsWhateverTheQueryAndHeadersSay() throws Exception {
    HttpResponse<String> answer = send(to("/api/things/a%20b?id=2&x=%C3%A4&x=y").header("id", "3"));

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body())
        .contains("\"id\":\"a b\"", "\"x\":[\"ä\",\"y\"]", "\"from\":\"127.0.0.1\"");
    assertThat(answer.headers().map()).doesNotContainKeys("id", "x", "set-cookie");
    assertThat(answer.headers().firstValue("cache-control")).contains("max-age=60");
    assertThat(answer.headers().firstValue("x-content-type-options")).contains("nosniff");
    assertThat(answer.headers().firstValue("content-length")).isPresent();
  }

  @Test
  void theRootIsThePage() throws Exception {
    HttpResponse<String> answer = send(to("/"));

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("content-type")).contains("text/html; charset=utf-8");
    assertThat(answer.body()).isEqualTo("<p>here</p>");
  }

  @Test
  void headIsAnsweredWithoutBody() throws Exception {
    HttpResponse<String> answer = send(to("/").method("HEAD", HttpRequest.BodyPublishers.noBody()));

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("content-length")).contains("11");
    assertThat(answer.body()).isEmpty();
  }

  @Test
  void aBodyArrivesAsItWasSent() throws Exception {
    HttpResponse<String> answer =
        send(
            to("/api/things/1")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"a\":\"ü\"}")));

    assertThat(answer.body()).contains("{\\\"a\\\":\\\"ü\\\"}");
  }

  @Test
  void anEmptyBodyIsEmpty() throws Exception {
    HttpResponse<String> answer =
        send(to("/api/things/1").POST(HttpRequest.BodyPublishers.noBody()));

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).contains("\"body\":\"\"");
  }

  @Test
  void aFormFromAPageOfOursIsTakenAndOneWithoutItsTokenIsNot() throws Exception {
    HttpResponse<String> page = send(to("/"));
    String cookie = page.headers().firstValue("set-cookie").orElseThrow().split(";")[0];
    String token =
        dev.lakeferry.web.CsrfToken.token(
            WebRequest.of("GET", "/", Map.of("Cookie", cookie), new byte[0], ""));

    HttpResponse<String> taken = send(form("name=a%26b+c&csrf=" + token).header("Cookie", cookie));
    HttpResponse<String> without = send(form("name=x").header("Cookie", cookie));
    HttpResponse<String> foreign = send(form("name=x&csrf=" + token));

    assertThat(taken.statusCode()).isEqualTo(200);
    assertThat(taken.body()).contains("\"field\":\"a&b c\"");
    assertThat(without.statusCode()).isEqualTo(403);
    assertThat(foreign.statusCode()).isEqualTo(403);
    assertThat(foreign.body()).contains("\"title\":\"Form refused\"");
  }

  private static HttpRequest.Builder form(String fields) {
    return to("/api/things/1")
        .header("Content-Type", "application/x-www-form-urlencoded")
        .POST(HttpRequest.BodyPublishers.ofString(fields));
  }

  /** The program's directory is read-only in an image. */
  @Test
  void noFormLeavesAFileInTheProgramsDirectory() throws Exception {
    Path uploads = Path.of("file-uploads");
    Files.deleteIfExists(uploads);

    HttpResponse<String> form =
        send(
            to("/api/things/1")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString("name=x")));
    HttpResponse<String> upload =
        send(
            to("/api/things/1")
                .header("Content-Type", "multipart/form-data; boundary=b")
                .POST(
                    HttpRequest.BodyPublishers.ofString(
                        "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"f\"\r\n\r\n"
                            + "content\r\n--b--\r\n")));

    assertThat(form.statusCode()).isEqualTo(403);
    assertThat(upload.statusCode()).isEqualTo(415);
    assertThat(uploads).doesNotExist();
    assertThat(WebServer.uploads()).isEmptyDirectory();
  }

  @Test
  void problemsAreProblemDetails() throws Exception {
    HttpResponse<String> answer = send(to("/api/things/none"));

    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(answer.headers().firstValue("content-type")).contains("application/problem+json");
    assertThat(answer.body())
        .isEqualTo(
            "{\"type\":\"about:blank\",\"title\":\"Not found\",\"status\":404,\"detail\":\"There is no thing none.\"}");
  }

  @Test
  void whatNobodyForesawTellsAReferenceAndNothingOfTheInside() throws Exception {
    HttpResponse<String> answer = send(to("/api/broken"));

    assertThat(answer.statusCode()).isEqualTo(500);
    assertThat(answer.body()).contains("\"reference\":\"").doesNotContain("secret", "Exception");
  }

  @Test
  void aPathThatIsNotThereIs404AndAWrongMethodIs405() throws Exception {
    assertThat(send(to("/api/nothing")).statusCode()).isEqualTo(404);
    HttpResponse<String> wrong =
        send(to("/api/things/1").method("DELETE", HttpRequest.BodyPublishers.noBody()));
    assertThat(wrong.statusCode()).isEqualTo(405);
    assertThat(wrong.headers().firstValue("allow")).contains("GET, POST");
    assertThat(wrong.body()).contains("\"status\":405");
  }

  @Test
  void aBodyThatIsTooLargeIs413AsAProblem() throws Exception {
    HttpResponse<String> answer =
        send(
            to("/api/things/1")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("x".repeat(1001))));

    assertThat(answer.statusCode()).isEqualTo(413);
    assertThat(answer.headers().firstValue("content-type")).contains("application/problem+json");
    assertThat(answer.body()).contains("larger than 1000 bytes");
  }

  @Test
  void moreThanTheRateIsToldWhenToComeAgain() throws Exception {
    HttpResponse<String> answer;
    int taken = 0;
    do {
      answer = send(to("/api/taken").POST(HttpRequest.BodyPublishers.noBody()));
      taken++;
    } while (answer.statusCode() == 202 && taken < 100);

    assertThat(taken).isBetween(4, 99);
    assertThat(answer.statusCode()).isEqualTo(429);
    assertThat(answer.headers().firstValue("retry-after")).contains("1");
  }

  @Test
  void aNameThatIsNotOursIsRefused() throws Exception {
    assertThat(raw("GET / HTTP/1.1", "evil.example.com")).startsWith("HTTP/1.1 421");
    assertThat(raw("GET / HTTP/1.1", "localhost")).startsWith("HTTP/1.1 200");
  }

  @Test
  void anAddressThatIsTakenIsToldWithItsSetting() {
    Settings settings =
        Settings.read(
            Map.of(
                "LAKEFERRY_PROFILE",
                "local",
                "LAKEFERRY_HTTP_PORT",
                Integer.toString(address.getPort())),
            null);

    assertThatIllegalStateException()
        .isThrownBy(() -> new WebServer(settings).refuseTakenAddress())
        .withMessageContaining("LAKEFERRY_HTTP_PORT");
  }

  @Test
  void noPathLeadsElsewhere() throws Exception {
    for (String path :
        List.of(
            "/../etc/passwd",
            "/api/things/..%2f..%2fetc",
            "/api/things/%2e%2e",
            "/api/things/a%00b",
            "/api/things/../broken",
            "//api/things/1",
            "/api/things/a%zz",
            "/api/things/%ff",
            "/api/things/a%5c..%5cb",
            "/api/things/1?x=%zz")) {
      assertThat(raw("GET " + path + " HTTP/1.1")).as(path).startsWith("HTTP/1.1 40");
    }
  }

  private static String raw(String requestLine) throws IOException {
    return raw(requestLine, "localhost");
  }

  private static String raw(String requestLine, String host) throws IOException {
    try (Socket socket = new Socket(address.getHostString(), address.getPort())) {
      socket
          .getOutputStream()
          .write(
              (requestLine + "\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                  .getBytes(StandardCharsets.UTF_8));
      ByteArrayOutputStream answer = new ByteArrayOutputStream();
      socket.getInputStream().transferTo(answer);
      return answer.toString(StandardCharsets.UTF_8);
    }
  }
}
