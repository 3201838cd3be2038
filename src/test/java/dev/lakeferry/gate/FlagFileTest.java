package dev.lakeferry.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlagFileTest {

  private static final String GOOD = "{\"flags\": {}}";

  @TempDir Path folder;

  private Path path;
  private FlagFile file;

  @BeforeEach
  void read() throws IOException {
    path = Files.writeString(folder.resolve("flags.json"), GOOD);
    file = new FlagFile(path, Duration.ofMillis(5));
    file.init();
    assertThat(file.getStreamQueue()).hasSize(1);
  }

  @AfterEach
  void close() {
    file.shutdown();
  }

  @Test
  void isNotTakenForBrokenWhileAnEditorWritesIt() throws IOException {
    Files.writeString(path, "{");
    await().during(Duration.ofMillis(40)).until(() -> file.problem().isEmpty());
    Files.writeString(path, GOOD);
    await().during(Duration.ofMillis(500)).until(() -> file.problem().isEmpty());
    assertThat(file.getStreamQueue()).hasSize(1);
  }

  @Test
  void emptiesTheFlagsWhenItBreaksAndNamesTheLine() throws IOException {
    Files.writeString(path, "{\n\"flags\": {\n]");
    await().until(() -> file.problem().isPresent());
    assertThat(file.problem().get()).contains("flags.json is not valid", "line 3");
    await().until(() -> file.getStreamQueue().size() == 2);
    file.getStreamQueue().remove();
    assertThat(file.getStreamQueue().remove().getFlagData()).isEqualTo("{\"flags\":{}}");
  }

  @Test
  void isFedAgainOnlyWhenItsContentChanges() throws IOException {
    Files.writeString(path, GOOD);
    await().during(Duration.ofMillis(100)).until(() -> file.getStreamQueue().size() == 1);
    Files.writeString(path, GOOD + "\n");
    await().until(() -> file.getStreamQueue().size() == 2);
  }
}
