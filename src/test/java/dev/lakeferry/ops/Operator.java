package dev.lakeferry.ops;

import dev.lakeferry.settings.Settings;
import dev.lakeferry.state.StateDatabase;
import dev.lakeferry.testing.SharedStack;
import dev.lakeferry.testing.TestLake;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Gives commands as an operator does, in the test's own process, and reads the answers. */
final class Operator {
  private static final AtomicInteger COUNT = new AtomicInteger();

  private final Map<String, String> environment = new HashMap<>();

  /** What a command said. */
  record Answer(int exitCode, String out, String err) {}

  /** Works on databases and a bucket that are not there yet. */
  static Operator onNothing() {
    int number = COUNT.incrementAndGet();
    var operator = new Operator();
    operator.onStack("ops_lake_" + number, "ops_state_" + number, "ops-lake-" + number);
    return operator;
  }

  /** Works on a state database with its tables. */
  static Operator withState() {
    Operator operator = onNothing();
    SharedStack.get().postgres().createDatabase(operator.settings().state().database());
    try (StateDatabase state = operator.openState()) {
      state.migrate();
    }
    return operator;
  }

  /** The local profile's own names, at the addresses of the shared stack. */
  static Operator ofLocalProfile() {
    var operator = new Operator();
    operator.set("LAKEFERRY_PROFILE", "local");
    operator.addresses();
    return operator;
  }

  Operator set(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  Settings settings() {
    return Settings.read(environment, null);
  }

  StateDatabase openState() {
    return StateDatabase.open(settings().state(), 2);
  }

  Answer run(String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    int exitCode =
        new Commands(OperatorCommands.of(new Workplace(this::settings)))
            .writingTo(new PrintWriter(out), new PrintWriter(err))
            .execute(arguments);
    return new Answer(exitCode, out.toString(), err.toString());
  }

  private void onStack(String catalog, String state, String bucket) {
    addresses();
    var postgres = SharedStack.get().postgres();
    set("DUCKLAKE_RDS_HOST", postgres.host());
    set("DUCKLAKE_RDS_DATABASE", catalog);
    set("DUCKLAKE_RDS_USERNAME", postgres.user());
    set("DUCKLAKE_RDS_PASSWORD", postgres.password());
    set("DUCKLAKE_RDS_SSLMODE", "disable");
    set("LAKEFERRY_STATE_DATABASE", state);
    set("DUCKLAKE_BUCKET", bucket);
    set("SOURCE_BUCKET_URL", "s3://ops-source/warehouse");
  }

  private void addresses() {
    var s3 = SharedStack.get().s3();
    set("DUCKLAKE_RDS_PORT", Integer.toString(SharedStack.get().postgres().port()));
    set("DUCKLAKE_S3_ENDPOINT", s3.endpoint().toString());
    set("DUCKLAKE_S3_ACCESS_KEY", s3.accessKey());
    set("DUCKLAKE_S3_SECRET_KEY", s3.secretKey());
    set("LAKEFERRY_EXTENSION_DIRECTORY", TestLake.extensionDirectory().toAbsolutePath().toString());
    set(
        "LAKEFERRY_ENGINE_TEMP_DIRECTORY",
        Path.of("target/duckdb-temp").toAbsolutePath().toString());
  }
}
