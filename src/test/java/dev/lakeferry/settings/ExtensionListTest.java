package dev.lakeferry.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The pinned extensions must be those of the DuckDB that the build uses. */
class ExtensionListTest {
  private static final Path HOME = Path.of(System.getProperty("lakeferry.home", "."));
  private static final int PLATFORMS = 4;

  @Test
  void pinsTheFiveExtensionsAtTheVersionOfThePom() throws IOException {
    String pom = Files.readString(HOME.resolve("pom.xml"));
    Matcher version = Pattern.compile("<duckdb.version>(.+?)</duckdb.version>").matcher(pom);
    assertThat(version.find()).isTrue();

    assertThat(requirements())
        .extracting(requirement -> requirement.group(1) + " " + requirement.group(2))
        .containsExactly(
            "ducklake " + version.group(1),
            "httpfs " + version.group(1),
            "postgres-scanner " + version.group(1),
            "delta " + version.group(1),
            "aws " + version.group(1));
  }

  @Test
  void pinsOneHashForEachPlatform() throws IOException {
    assertThat(requirements())
        .allSatisfy(
            requirement ->
                assertThat(
                        Pattern.compile("--hash=sha256:\\p{XDigit}{64}\\b")
                            .matcher(requirement.group(3))
                            .results())
                    .hasSize(PLATFORMS));
  }

  private static List<MatchResult> requirements() throws IOException {
    String list = Files.readString(HOME.resolve("bin/extensions.txt"));
    return Pattern.compile("^duckdb-extension-(\\S+)==(\\S+)((?: \\\\\\n.*?)*)$", Pattern.MULTILINE)
        .matcher(list)
        .results()
        .toList();
  }
}
