package dev.lakeferry.ops;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.lakeferry.job.Organizations;
import dev.lakeferry.job.Organizations.Organization;
import dev.lakeferry.naming.NamingVersion;
import dev.lakeferry.ops.Operator.Answer;
import dev.lakeferry.state.StateDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OrgSyncIT {
  private static final String SECRET = "control-plane-secret";

  private final Map<String, String> answers = new HashMap<>();
  private final List<String> paths = new CopyOnWriteArrayList<>();
  private HttpServer plane;
  private Operator operator;
  private StateDatabase state;

  @BeforeEach
  void open() throws IOException {
    plane = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    plane.createContext(
        "/",
        exchange -> {
          String path = exchange.getRequestURI().getRawPath();
          paths.add(path);
          boolean ours =
              SECRET.equals(exchange.getRequestHeaders().getFirst("X-Duckgres-Internal-Secret"));
          String answer = answers.get(path);
          int code = ours ? answer == null ? 404 : 200 : 401;
          byte[] body =
              (code == 200 ? answer : "{\"error\": \"no\"}").getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(code, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    plane.start();
    operator = Operator.withState();
    operator.set("DUCKGRES_API_URL", "http://127.0.0.1:" + plane.getAddress().getPort());
    operator.set("DUCKGRES_INTERNAL_SECRET", SECRET);
    state = operator.openState();
  }

  @AfterEach
  void close() {
    state.close();
    plane.stop(0);
  }

  private void completed(String organization) {
    state
        .jdbi()
        .useHandle(
            handle ->
                handle
                    .createUpdate(
                        """
                        INSERT INTO completed_import (team_id, organization_id, source_schema_id, job_id)
                        VALUES (1, :organization, 'schema', 'job')
                        """)
                    .bind("organization", organization)
                    .execute());
  }

  private static String versioned(String version) {
    return "{\"teams\": [], \"data_imports_table_naming_version\": \"%s\"}".formatted(version);
  }

  private Map<String, String> known() {
    return new Organizations(state.jdbi())
        .all().stream().collect(Collectors.toMap(Organization::id, Organization::namingVersion));
  }

  @Test
  void everyOrganisationGetsTheControlPlanesVersion() {
    completed("legacy");
    completed("new");
    completed("before-versions");
    completed("nobody knows/it");
    answers.put("/api/v1/orgs/legacy/teams", versioned("legacy_batch_v1"));
    answers.put("/api/v1/orgs/new/teams", versioned("copy_v1"));
    answers.put("/api/v1/orgs/before-versions/teams", "{\"teams\": []}");

    Answer trial = operator.run("org", "sync", "--dry-run");
    assertThat(trial.exitCode()).as(trial.err()).isZero();
    assertThat(trial.out()).contains("would be set");
    assertThat(known()).isEmpty();

    Answer done = operator.run("org", "sync");
    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(known())
        .isEqualTo(
            Map.of(
                "legacy", "legacy_batch_v1",
                "new", "copy_v1",
                "before-versions", "legacy_batch_v1",
                "nobody knows/it", "copy_v1"));
    assertThat(paths).contains("/api/v1/orgs/nobody%20knows%2Fit/teams");
    assertThat(operator.run("org", "sync").out()).contains("as it was").doesNotContain("set");
  }

  @Test
  void oneThatHasDataKeepsItsVersionAndTheCommandFails() {
    Organizations organizations = new Organizations(state.jdbi());
    organizations.markWritten("written", NamingVersion.COPY_V1);
    completed("another");
    answers.put("/api/v1/orgs/written/teams", versioned("legacy_batch_v1"));
    Answer answer = operator.run("org", "sync");
    assertThat(answer.exitCode()).isEqualTo(1);
    assertThat(answer.out()).contains("kept: it has data, the control plane says legacy_batch_v1");
    assertThat(answer.err()).contains("1 organisations keep their version", "migrate-naming");
    assertThat(known()).containsEntry("written", "copy_v1").containsEntry("another", "copy_v1");
  }

  @Test
  void aControlPlaneThatRefusesOrFailsIsToldWithoutTheSecret() {
    completed("legacy");
    operator.set("DUCKGRES_INTERNAL_SECRET", "wrong-secret-of-ours");
    Answer refused = operator.run("org", "sync");
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.err())
        .contains("HTTP 401", "DUCKGRES_INTERNAL_SECRET")
        .doesNotContain("wrong-secret-of-ours");
    operator.set("DUCKGRES_INTERNAL_SECRET", SECRET);
    answers.put("/api/v1/orgs/legacy/teams", versioned("of_tomorrow"));
    assertThat(operator.run("org", "sync").err()).contains("of_tomorrow");
    plane.stop(0);
    assertThat(operator.run("org", "sync").err()).contains("DUCKGRES_API_URL");
    assertThat(known()).isEmpty();
  }

  @Test
  void withoutAnAddressTheVariableIsNamed() {
    operator.set("DUCKGRES_API_URL", "");
    assertThat(operator.run("org", "sync").err()).contains("DUCKGRES_API_URL is not set");
  }
}
