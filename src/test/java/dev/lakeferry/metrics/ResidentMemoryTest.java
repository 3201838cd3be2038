package dev.lakeferry.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResidentMemoryTest {
  @TempDir private Path directory;

  @Test
  void readsWhatLinuxTells() throws IOException {
    Path status =
        Files.writeString(
            directory.resolve("status"), "Name:\tjava\nVmHWM:\t  999 kB\nVmRSS:\t  2048 kB\n");

    assertThat(new ResidentMemory(status).bytes()).isEqualTo(2_097_152);
  }

  @Test
  void isNotANumberElsewhere() throws IOException {
    Path other = Files.writeString(directory.resolve("other"), "Name:\tjava\n");

    assertThat(new ResidentMemory(other).bytes()).isNaN();
    assertThat(new ResidentMemory(directory.resolve("absent")).bytes()).isNaN();
  }

  @Test
  void isTold() {
    ScrapedRegistry registry = new ScrapedRegistry();
    ResidentMemory.register(registry);
    System.gc();

    assertThat(registry.scrape()).containsPattern("lakeferry_process_resident_bytes (NaN|[1-9])");
  }
}
