package dev.lakeferry.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.settings.ProgramHome;
import dev.lakeferry.settings.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What archive and image are made of is there, and is what the settings look for. */
class DistributionTest {
  private static final String COMMON = "src/main/assembly/files.xml";
  private static final String ARCHIVE = "src/main/assembly/dist.xml";
  private static final Settings LOCAL = Settings.read(Map.of("LAKEFERRY_PROFILE", "local"), null);

  private static List<String> elements(String xml, String name) {
    return Pattern.compile("<%1$s>([^<]+)</%1$s>".formatted(Pattern.quote(name)))
        .matcher(xml)
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  private static String profile(String id) {
    Matcher profile =
        Pattern.compile("(?s)<profile>(?:(?!</profile>).)*?<id>" + id + "</id>.*?</profile>")
            .matcher(DeployFiles.text("pom.xml"));
    assertThat(profile.find()).isTrue();
    return profile.group();
  }

  @Test
  void everyIncludedFileIsThere() {
    for (String file : List.of(COMMON, ARCHIVE)) {
      for (String include : elements(DeployFiles.text(file), "include")) {
        Path path = Path.of(include.replace("/**", ""));
        if (!include.equals("lakeferry.jar")) {
          assertThat(
                  List.of(
                      Files.exists(DeployFiles.HOME.resolve(path)),
                      Files.exists(DeployFiles.HOME.resolve("bin").resolve(path))))
              .as(include)
              .contains(true);
        }
      }
    }
  }

  @Test
  void theArchiveHoldsWhatTheSettingsLookFor() {
    var included = new TreeSet<String>();
    included.addAll(elements(DeployFiles.text(COMMON), "include"));
    included.addAll(elements(DeployFiles.text(ARCHIVE), "include"));
    Path home = ProgramHome.directory();
    for (String setting :
        List.of(
            "lakeferry.routes.directory",
            "lakeferry.verification.directory",
            "lakeferry.extension.directory")) {
      assertThat(included).contains(home.relativize(LOCAL.path(setting)) + "/**");
    }
    assertThat(included)
        .contains(home.relativize(LOCAL.path("lakeferry.flags.file")).toString())
        .contains(home.relativize(ProgramHome.settingsFile()).toString())
        .contains("lakeferry", "provision-extensions", "extensions.txt", "LICENSE", "README.md");
  }

  @Test
  void theImageListensAsItSaysAndRunsAsNobodyInParticular() {
    String image = profile("image");
    List<String> ports =
        List.of(
            LOCAL.text("lakeferry.http.port"),
            Integer.toString(LOCAL.number("lakeferry.management.port")));

    assertThat(elements(image, "port")).containsExactlyElementsOf(ports);
    assertThat(elements(image, "user")).containsExactly("10001:10001");
    assertThat(
            DeployFiles.tree("deploy/kubernetes/base/deployment.yaml")
                .at("/spec/template/spec/securityContext/runAsUser")
                .asText())
        .isEqualTo("10001");
  }

  @Test
  void theVariablesOfTheImageAreSettings() {
    Matcher variables = Pattern.compile("<(LAKEFERRY_\\w+)>([^<]*)</").matcher(profile("image"));
    Map<String, String> environment = new HashMap<>(Map.of("LAKEFERRY_PROFILE", "local"));
    for (MatchResult variable : variables.results().toList()) {
      environment.put(variable.group(1), variable.group(2));
    }

    assertThat(environment).hasSizeGreaterThan(2);
    assertThat(Settings.read(environment, null).warnings()).isEmpty();
  }

  @Test
  void everyPluginOfTheProfilesHasItsVersion() {
    Matcher management =
        Pattern.compile("(?s)<pluginManagement>.*?</pluginManagement>")
            .matcher(DeployFiles.text("pom.xml"));
    assertThat(management.find()).isTrue();
    int pinned = elements(management.group(), "version").size();

    assertThat(pinned).isPositive();
    for (String id : List.of("dist", "image")) {
      assertThat(management.group()).contains(elements(profile(id), "artifactId"));
    }
  }
}
