package dev.lakeferry.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.settings.Settings;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The unit starts what the archive holds, as long as that is of use. */
class SystemdUnitTest {
  private static final String UNIT = DeployFiles.text("deploy/lakeferry.service");

  private static String value(String key) {
    Matcher line = Pattern.compile("(?m)^" + key + "=(.*)$").matcher(UNIT);
    assertThat(line.find()).as(key).isTrue();
    return line.group(1);
  }

  @Test
  void itStartsTheLauncherOfItsDirectory() {
    String home = value("WorkingDirectory");

    assertThat(value("ExecStart")).isEqualTo(home + "/bin/lakeferry run");
    assertThat(value("Documentation")).startsWith("file:" + home + "/docs/");
    assertThat(DeployFiles.HOME.resolve(value("Documentation").substring(6 + home.length())))
        .exists();
  }

  @Test
  void itMayEndItsWorkAndStaysDownWhereItsSettingsAreWrong() {
    Settings settings = Settings.read(Map.of("LAKEFERRY_PROFILE", "local"), null);

    assertThat(Long.parseLong(value("TimeoutStopSec")))
        .isGreaterThanOrEqualTo(
            settings.duration("lakeferry.shutdown.grace").plusSeconds(10).toSeconds());
    assertThat(value("RestartPreventExitStatus")).isEqualTo("2");
  }

  @Test
  void itSpillsWhereItMayWrite() {
    String[] variable = value("Environment").split("=");
    Settings settings =
        Settings.read(Map.of("LAKEFERRY_PROFILE", "local", variable[0], variable[1]), null);

    assertThat(settings.warnings()).isEmpty();
    assertThat(settings.path("lakeferry.engine.temp-directory"))
        .hasToString("/var/lib/" + value("StateDirectory") + "/spill");
  }
}
