package dev.lakeferry.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A hundred thousand objects do not fill a heap of 512 MiB, and each is copied once. */
class LandManyObjectsIT {

  @Test
  @Timeout(value = 6, unit = TimeUnit.MINUTES)
  void areLandedInASmallHeap() throws IOException, InterruptedException {
    Process landing =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+ExitOnOutOfMemoryError",
                // Else the stub's every answer waits 40 ms for an acknowledgement.
                "-Dsun.net.httpserver.nodelay=true",
                "-Dlakeferry.home=" + System.getProperty("lakeferry.home", "."),
                "-cp",
                System.getProperty("java.class.path"),
                LandManyObjects.class.getName())
            .redirectErrorStream(true)
            .start();
    String output = new String(landing.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(landing.waitFor()).as(output).isZero();
    assertThat(output).contains("landed 100,000 objects, 100,000 copied, 0 copied again");
    output.lines().filter(line -> line.startsWith("landed ")).forEach(System.out::println);
  }
}
