package dev.lakeferry.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConfigurationReferenceTest {
  private static final Map<String, String> LOCAL = Map.of("LAKEFERRY_PROFILE", "local");

  @Test
  void applicationPropertiesIsWhatTheCatalogueRenders() throws IOException {
    assertCurrent(ConfigurationReference.PROPERTIES, ConfigurationReference.properties());
  }

  @Test
  void theDocumentIsWhatTheCatalogueRenders() throws IOException {
    assertCurrent(ConfigurationReference.DOCUMENT, ConfigurationReference.document());
  }

  @Test
  void theShippedFileChangesNoDefault() {
    Path shipped = ProgramHome.resolve(ConfigurationReference.PROPERTIES);

    assertThat(Settings.read(LOCAL, shipped)).hasToString(Settings.read(LOCAL, null).toString());
    assertThat(Settings.read(LOCAL, shipped).warnings()).isEmpty();
  }

  /** A default that is malformed would leave its setting empty without a word. */
  @Test
  void everyLiteralDefaultIsOfItsKind() {
    assertThat(Catalogue.all())
        .allSatisfy(
            setting -> {
              checkDefault(setting, setting.fallback());
              checkDefault(setting, setting.local());
            });
  }

  private static void checkDefault(Setting setting, Fallback fallback) {
    if (fallback instanceof Fallback.Template template && template.isLiteral()) {
      assertThat(setting.kind().parse(template.text())).as(setting.key()).isNotNull();
    }
  }

  private static void assertCurrent(Path file, String rendered) throws IOException {
    assertThat(Files.readString(ProgramHome.resolve(file)))
        .as("%s is not current; write it anew with: %s", file, ConfigurationReference.COMMAND)
        .isEqualTo(rendered);
  }
}
