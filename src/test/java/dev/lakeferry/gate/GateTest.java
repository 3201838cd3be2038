package dev.lakeferry.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GateTest {

  private static final String FLAG = "ducklake-data-imports-registration-workflow";
  private static final GateSubject TEAM_7 =
      new GateSubject(7, "018f3c1e-7d2a-7000-8000-000000000007", "organisation-a");
  private static final GateSubject TEAM_8 =
      new GateSubject(8, "018f3c1e-7d2a-7000-8000-000000000008", "organisation-b");
  private static final String ON = flags("\"on\"", "");
  private static final String OFF = flags("\"off\"", "");

  @TempDir Path folder;

  private final List<String> failures = new CopyOnWriteArrayList<>();
  private Gate gate;

  private boolean enabled(String flag, GateSubject subject) {
    return gate.decide(flag, subject).open();
  }

  @AfterEach
  void close() {
    if (gate != null) {
      gate.close();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ducklake-data-modeling-copy-workflow",
        "ducklake-data-imports-copy-workflow",
        "ducklake-data-imports-registration-workflow"
      })
  void theShippedFlagsAreThereAndOff(String flag) {
    gate = new Gate(Path.of("flags.json"), (name, kind) -> failures.add(kind));
    assertThat(gate.decide(flag, TEAM_7)).isEqualTo(new GateDecision(false, "STATIC", false));
    assertThat(failures).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'in': [{'var': 'team_id'}, [2, 7]]}",
        "{'==': [{'var': 'team_id'}, 7]}",
        "{'<': [{'var': 'team_id'}, 8]}",
        "{'==': [{'var': 'team_uuid'}, '018f3c1e-7d2a-7000-8000-000000000007']}",
        "{'in': [{'var': 'team_uuid'}, ['018f3c1e-7d2a-7000-8000-000000000007']]}",
        "{'==': [{'var': 'organization_id'}, 'organisation-a']}"
      })
  void targetsByTeamUuidAndOrganisation(String condition) throws IOException {
    open(flags("\"off\"", "{\"if\": [" + condition.replace('\'', '"') + ", \"on\"]}"));
    assertThat(gate.decide(FLAG, TEAM_7))
        .isEqualTo(new GateDecision(true, "TARGETING_MATCH", false));
    assertThat(gate.decide(FLAG, TEAM_8)).isEqualTo(new GateDecision(false, "DEFAULT", false));
    assertThat(enabled(FLAG, new GateSubject(9, null, null))).isFalse();
  }

  @Test
  void targetsATeamWhoseIdIsLargerThanAnInt() throws IOException {
    open(flags("\"off\"", "{\"if\": [{\"==\": [{\"var\": \"team_id\"}, 3000000001]}, \"on\"]}"));
    assertThat(enabled(FLAG, new GateSubject(3_000_000_001L, null, null))).isTrue();
    assertThat(enabled(FLAG, new GateSubject(3_000_000_002L, null, null))).isFalse();
  }

  @Test
  void targetsAShareOfTheTeamsThatStaysTheSame() throws IOException {
    open(flags("\"off\"", "{\"fractional\": [[\"on\", 25], [\"off\", 75]]}"));
    List<Long> open = openTeams();
    assertThat(open).hasSizeBetween(200, 300).isEqualTo(openTeams());
  }

  @Test
  void anEditIsSeenWithoutARestart() throws IOException {
    Path file = open(OFF);
    assertThat(enabled(FLAG, TEAM_7)).isFalse();
    Files.writeString(file, ON);
    await().atMost(Duration.ofSeconds(5)).until(() -> enabled(FLAG, TEAM_7));
  }

  @Test
  void aFileMovedIntoPlaceIsSeenEvenIfItIsOlder() throws IOException {
    Path file = open(OFF);
    Path other = Files.writeString(folder.resolve("other.json"), ON);
    Files.setLastModifiedTime(other, FileTime.from(Instant.parse("2001-01-01T00:00:00Z")));
    Files.move(other, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    await().atMost(Duration.ofSeconds(5)).until(() -> enabled(FLAG, TEAM_7));
  }

  @Test
  void aMountedConfigMapThatIsSwappedIsSeen() throws IOException {
    Path old = Files.createDirectory(folder.resolve("..v1"));
    Path next = Files.createDirectory(folder.resolve("..v2"));
    Files.writeString(old.resolve("flags.json"), OFF);
    Files.writeString(next.resolve("flags.json"), ON);
    Path data = Files.createSymbolicLink(folder.resolve("..data"), old);
    Path file = Files.createSymbolicLink(folder.resolve("flags.json"), data.resolve("flags.json"));
    gate = new Gate(file, GateMetrics.NONE);
    assertThat(enabled(FLAG, TEAM_7)).isFalse();
    Path link = Files.createSymbolicLink(folder.resolve("..data_tmp"), next);
    Files.move(link, data, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    await().atMost(Duration.ofSeconds(5)).until(() -> enabled(FLAG, TEAM_7));
  }

  @Test
  void aMissingFileMeansOffUntilItComes() throws IOException {
    Path file = folder.resolve("flags.json");
    long before = System.nanoTime();
    gate = new Gate(file, (flag, kind) -> failures.add(kind));
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(3));
    assertOffByTheFile("is missing");
    Files.writeString(file, ON);
    await().atMost(Duration.ofSeconds(5)).until(() -> enabled(FLAG, TEAM_7));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "{}", "null", "{\"flags\": {}} x", "{\"flags\": 3}"})
  void aBrokenFileMeansOffUntilItIsMended(String broken) throws IOException {
    Path file = open(broken);
    assertThat(enabled(FLAG, TEAM_7)).isFalse();
    assertThat(failures).hasSize(1);
    Files.writeString(file, ON);
    await().atMost(Duration.ofSeconds(5)).until(() -> enabled(FLAG, TEAM_7));
  }

  @Test
  void aFileThatBreaksSwitchesOffWhatWasOn() throws IOException {
    Path file = open(ON);
    assertThat(enabled(FLAG, TEAM_7)).isTrue();
    Files.writeString(file, ON.substring(0, ON.length() / 2));
    await().atMost(Duration.ofSeconds(5)).until(() -> !enabled(FLAG, TEAM_7));
    assertOffByTheFile("is not valid");
    Files.writeString(file, ON);
    await().atMost(Duration.ofSeconds(5)).until(() -> enabled(FLAG, TEAM_7));
  }

  @Test
  void aFileThatVanishesSwitchesOffWhatWasOn() throws IOException {
    Path file = open(ON);
    Files.delete(file);
    await().atMost(Duration.ofSeconds(5)).until(() -> !enabled(FLAG, TEAM_7));
    assertOffByTheFile("is missing");
  }

  @Test
  void aFlagThatStandsTwiceBreaksTheFile() throws IOException {
    open(ON.replace("\"other\"", "\"" + FLAG + "\""));
    assertOffByTheFile("Duplicate field");
  }

  @Test
  void anUnknownFlagIsOffAndCounted() throws IOException {
    open(ON);
    assertThat(gate.decide("no-such-flag", TEAM_7).error()).isTrue();
    assertThat(gate.decide("no-such-flag", TEAM_7).reason()).contains("no-such-flag", "not found");
    assertThat(enabled("no-such-flag", TEAM_7)).isFalse();
    assertThat(failures).containsExactly("FLAG_NOT_FOUND", "FLAG_NOT_FOUND", "FLAG_NOT_FOUND");
    assertThat(enabled(FLAG, TEAM_7)).isTrue();
  }

  @Test
  void aFlagOfAnotherTypeIsOffAndCounted() throws IOException {
    open(ON.replace("\"on\": true", "\"on\": \"true\""));
    assertThat(gate.decide(FLAG, TEAM_7).open()).isFalse();
    assertThat(failures).containsExactly("TYPE_MISMATCH");
  }

  @Test
  void aRuleThatCannotBeEvaluatedIsOffAndCounted() throws IOException {
    open(flags("\"on\"", "{\"no_such_operator\": [1]}"));
    assertThat(gate.decide(FLAG, TEAM_7).open()).isFalse();
    assertThat(failures).containsExactly("PARSE_ERROR");
  }

  @Test
  void aDisabledFlagIsOff() throws IOException {
    open(ON.replace("ENABLED", "DISABLED"));
    assertThat(enabled(FLAG, TEAM_7)).isFalse();
  }

  @Test
  void askingWithoutASubjectIsOffAndCounted() throws IOException {
    open(ON);
    assertThat(enabled(FLAG, null)).isFalse();
    assertThat(failures).containsExactly("GENERAL");
  }

  @Test
  void aClosedGateIsOff() throws IOException {
    open(ON);
    gate.close();
    assertThat(gate.decide(FLAG, TEAM_7).open()).isFalse();
    assertThat(gate.decide(FLAG, TEAM_7).error()).isTrue();
  }

  private void assertOffByTheFile(String reason) {
    failures.clear();
    GateDecision decision = gate.decide(FLAG, TEAM_7);
    assertThat(decision.open()).isFalse();
    assertThat(decision.error()).isTrue();
    assertThat(decision.reason()).startsWith("FLAG_FILE: ").contains(reason, "flags.json");
    assertThat(failures).containsExactly("FLAG_FILE");
  }

  private List<Long> openTeams() {
    return LongStream.rangeClosed(1, 1000)
        .filter(id -> enabled(FLAG, new GateSubject(id, null, null)))
        .boxed()
        .toList();
  }

  private Path open(String json) throws IOException {
    Path file = Files.writeString(folder.resolve("flags.json"), json);
    gate = new Gate(file, (flag, kind) -> failures.add(kind));
    return file;
  }

  private static String flags(String defaultVariant, String targeting) {
    return """
        {
          "flags": {
            "%s": {
              "state": "ENABLED",
              "variants": { "on": true, "off": false },
              "defaultVariant": %s%s
            },
            "other": {
              "state": "ENABLED",
              "variants": { "on": true, "off": false },
              "defaultVariant": "off"
            }
          }
        }
        """
        .formatted(
            FLAG, defaultVariant, targeting.isEmpty() ? "" : ", \"targeting\": " + targeting);
  }
}
