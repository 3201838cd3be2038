package dev.lakeferry.ops;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lakeferry.completion.ShippedIntake;
import dev.lakeferry.job.TableBinding;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.ops.Operator.Answer;
import dev.lakeferry.state.StateDatabase;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an operator does from a terminal, and that it is written down. */
class ActingCommandsIT {
  private static final String SCHEMA_ID = "0190a000-0000-7000-8000-0000000000a1";
  private static final String RUN = "ducklake-register-data-imports-1-" + SCHEMA_ID + "-job-1";
  private static final TableName TABLE =
      new TableName("insights_data_imports_team_1", "stripe_prod_invoices");

  @TempDir private Path directory;
  private Operator operator;
  private StateDatabase state;

  @BeforeEach
  void open() {
    operator = Operator.withState();
    state = operator.openState();
  }

  @AfterEach
  void close() {
    state.close();
  }

  private void submit() {
    Answer answer =
        operator.run(
            "submit",
            "import",
            "--team=1",
            "--source-type=Stripe",
            "--name=invoices",
            "--schema-id=" + SCHEMA_ID,
            "--job=job-1",
            "--prepared-folder=invoices__query_1764480000_0a1b2c3d");
    assertThat(answer.err()).isEmpty();
    new ShippedIntake(state.jdbi()).take();
  }

  @Test
  void aRunIsCancelledRetriedAndEachIsInTheAudit() throws Exception {
    submit();

    Answer cancelled = operator.run("cancel", RUN);
    assertThat(cancelled.exitCode()).as(cancelled.err()).isZero();
    assertThat(cancelled.out()).contains("is cancelled");
    assertThat(operator.run("runs", "show", RUN).out())
        .contains("failed", "Cancelled by " + System.getProperty("user.name") + " (cli)");
    assertThat(operator.run("cancel", RUN))
        .satisfies(
            again -> {
              assertThat(again.exitCode()).isEqualTo(1);
              assertThat(again.err()).contains("is failed", "Nothing was changed");
            });
    assertThat(operator.run("retry", RUN).exitCode()).isZero();
    assertThat(operator.run("cancel", "nothing").err()).contains("There is no run nothing.");

    JsonNode entries = new ObjectMapper().readTree(operator.run("audit", "--json").out());
    assertThat(entries.findValuesAsText("action")).containsExactly("retry", "cancel", "submit");
    assertThat(entries.get(0).path("from").asText()).isEqualTo("cli");
    assertThat(entries.get(0).path("detail").path("accept_schema").asBoolean(true)).isFalse();
    assertThat(operator.run("audit", "--action=cancel").out())
        .contains("WHO", RUN)
        .doesNotContain("submit");
    assertThat(operator.run("audit", "--limit=0").exitCode()).isEqualTo(2);
  }

  @Test
  void aTableIsHeldAndReleased() {
    new TableBinding(state.jdbi())
        .bind(operator.settings().lake().dataPath(), TABLE, "source_schema", SCHEMA_ID, "invoices");

    Answer held = operator.run("hold", TABLE.toString(), "--reason=looks wrong");
    assertThat(held.exitCode()).as(held.err()).isZero();
    assertThat(held.out()).contains("is on hold", "bin/lakeferry release " + TABLE);
    assertThat(operator.run("hold", TABLE.toString(), "--reason=x").err()).contains("looks wrong");
    assertThat(operator.run("hold", "a.b", "--reason=x").exitCode()).isEqualTo(1);
    assertThat(operator.run("hold", "nodot", "--reason=x").exitCode()).isEqualTo(2);
    assertThat(operator.run("hold", TABLE.toString()).exitCode()).isEqualTo(2);
    assertThat(operator.run("hold", TABLE.toString(), "--reason= ").err())
        .contains("1 to 500 characters");
    assertThat(operator.run("release", TABLE.toString()).out()).contains("released; 0 runs");
    assertThat(operator.run("release", TABLE.toString()).exitCode()).isEqualTo(1);
  }

  @Test
  void usersAreAddedListedAndRemovedWithoutTheirPasswords() throws Exception {
    assertThat(operator.run("user", "list").err()).contains("LAKEFERRY_HTTP_USERS");
    Path file = directory.resolve("users");
    operator.set("LAKEFERRY_HTTP_USERS", file.toString());

    assertThat(typing("correct horse", "user", "add", "alice", "--role=act").out())
        .contains("User alice may: read,act");
    assertThat(typing("another horse", "user", "add", "up", "--role=intake").exitCode()).isZero();
    assertThat(typing("short", "user", "add", "bob", "--role=read").exitCode()).isEqualTo(1);
    assertThat(typing("long enough", "user", "add", "bob", "--role=admin").exitCode()).isEqualTo(2);
    assertThat(typing("long enough", "user", "add", "a:b", "--role=read").exitCode()).isEqualTo(2);

    assertThat(operator.run("user", "list").out())
        .contains("alice", "read,act", "up", "intake")
        .doesNotContain("pbkdf2", "bob");
    assertThat(Files.readString(file)).contains("pbkdf2-sha256$").doesNotContain("horse");
    assertThat(operator.run("user", "remove", "up").exitCode()).isZero();
    assertThat(operator.run("user", "remove", "up").exitCode()).isEqualTo(1);
  }

  private Answer typing(String password, String... command) {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream((password + "\n").getBytes(StandardCharsets.UTF_8)));
    try {
      return operator.run(command);
    } finally {
      System.setIn(before);
    }
  }
}
