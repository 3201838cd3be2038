package dev.lakeferry.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** bin/lakeferry where there is no source tree: it builds nothing and fetches nothing. */
class LauncherTest {
  @TempDir private Path home;
  @TempDir private Path runtime;

  @BeforeEach
  void layOut() throws IOException {
    Files.createDirectories(home.resolve("bin"));
    for (String name : new String[] {"lakeferry", "provision-extensions"}) {
      Files.copy(DeployFiles.HOME.resolve("bin").resolve(name), home.resolve("bin").resolve(name));
    }
    // Nothing is missing where nothing is asked for.
    Files.writeString(home.resolve("bin/extensions.txt"), "# none\n");
    script(runtime.resolve("bin/java"), "printf '%s\\n' \"$@\"\n");
    Files.writeString(runtime.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
  }

  private static void script(Path path, String text) throws IOException {
    Files.createDirectories(path.getParent());
    Files.writeString(path, "#!/bin/sh\n" + text);
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private record Ended(int code, String output) {}

  private Ended start(String... arguments) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder("bash", home.resolve("bin/lakeferry").toString())
            .redirectErrorStream(true);
    builder.command().addAll(List.of(arguments));
    builder.environment().put("JAVA_HOME", runtime.toString());
    builder.environment().remove("LAKEFERRY_JAVA_OPTS");
    builder.environment().remove("LAKEFERRY_EXTENSION_DIRECTORY");
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), output);
  }

  @Test
  void theArchiveStartsItsJar() throws Exception {
    Path jar = Files.createFile(home.toRealPath().resolve("lakeferry.jar"));

    Ended ended = start("run", "--help");

    assertThat(ended.code()).as(ended.output()).isZero();
    assertThat(ended.output().lines())
        .containsSubsequence(
            "-Dlakeferry.home=" + home.toRealPath(), "-jar", jar.toString(), "run", "--help");
  }

  @Test
  void anArchiveWithoutItsJarSaysWhatToDo() throws Exception {
    Ended ended = start("run");

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.output()).contains("unpack the distribution again");
  }

  @Test
  void theImageStartsWhatItsLayersHold() throws Exception {
    Path real = home.toRealPath();
    Files.writeString(home.resolve("jib-classpath-file"), "/opt/lakeferry/libs/a.jar");
    Files.writeString(home.resolve("jib-main-class-file"), "dev.lakeferry.Lakeferry");

    Ended ended = start("check");

    assertThat(ended.code()).as(ended.output()).isZero();
    assertThat(ended.output().lines())
        .containsSubsequence(
            "-cp",
            "@" + real + "/jib-classpath-file",
            "@" + real + "/jib-main-class-file",
            "check");
  }

  @Test
  void anOldRuntimeIsNamed() throws Exception {
    Files.writeString(runtime.resolve("release"), "JAVA_VERSION=\"11.0.2\"\n");

    Ended ended = start("run");

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.output()).contains("needs Java 17 or newer", "11.0.2");
  }
}
