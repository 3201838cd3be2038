package dev.lakeferry.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AnswersTest {
  private static final Endpoint AWAY =
      Endpoint.read(
          "/away",
          request -> {
            throw new Problem(503, "Away", "Come again.").withHeader("Retry-After", "5");
          },
          "Never there");
  private static final Endpoint ECHO =
      Endpoint.read(
          "/echo/{name}",
          request -> WebResponse.json(request.parameter("q").orElse("")),
          "What was asked");

  private final Answers answers =
      new Answers(
          (request, access) -> request,
          e -> Optional.empty(),
          (request, problem) ->
              problem
                  .response()
                  .withPage("<p>%s %s".formatted(problem.title(), CsrfToken.token(request))));

  private static WebRequest get(String uri, String accept) {
    return WebRequest.of("GET", uri, Map.of("Accept", accept), new byte[0], "127.0.0.1");
  }

  @Test
  void aBrowserIsToldAPageThatKeepsStatusAndHeaders() {
    WebResponse answer = answers.answer(AWAY, get("/away", "text/html,application/xhtml+xml"));

    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.text()).startsWith("<p>Away ");
    assertThat(answer.headers())
        .containsEntry("Content-Type", "text/html; charset=utf-8")
        .containsEntry("Retry-After", "5")
        .containsEntry("X-Frame-Options", "DENY");
  }

  @Test
  void aProgramIsToldAProblemDetail() {
    WebResponse answer = answers.answer(AWAY, get("/away", "*/*"));

    assertThat(answer.headers())
        .containsEntry("Content-Type", "application/problem+json")
        .containsEntry("Retry-After", "5");
  }

  @Test
  void theApiTellsProblemDetailsToBrowsersToo() {
    assertThat(answers.nothing(get("/api/none", "text/html"), List.of()).headers())
        .containsEntry("Content-Type", "application/problem+json");
    assertThat(answers.nothing(get("/none", "text/html"), List.of()).headers())
        .containsEntry("Content-Type", "text/html; charset=utf-8");
  }

  @Test
  void aNulInAParameterIsNamedAndGoesNoFurther() {
    WebResponse answer = answers.answer(ECHO, get("/echo/a?q=a%00b", "*/*"));

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.text()).contains("The parameter q holds a NUL character");
  }

  @Test
  void aNulInAFormIsNamedToo() {
    WebRequest form =
        WebRequest.of(
            "POST",
            "/x",
            Map.of("Content-Type", "application/x-www-form-urlencoded"),
            "reason=a%00".getBytes(java.nio.charset.StandardCharsets.UTF_8),
            "127.0.0.1");

    org.assertj.core.api.Assertions.assertThatThrownBy(() -> form.field("reason"))
        .isInstanceOf(Problem.class)
        .hasMessageContaining("reason holds a NUL");
  }
}
