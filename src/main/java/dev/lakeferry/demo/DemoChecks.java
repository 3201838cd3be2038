package dev.lakeferry.demo;

import dev.lakeferry.settings.ProgramHome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;

/** The demo's declared checks: the shipped ones, and one of the sample's own. */
final class DemoChecks {
  private static final String SAMPLE =
      """
      # yaml-language-server: $schema=./verification.schema.json
      #
      # A check that the sample's second generation of this model breaks.
      workflows: [ducklake-copy.data-modeling]
      models:
        monthly_revenue:
          queries:
            - name: no negative amounts
              description: Revenue is never below nought.
              sql: SELECT count(*) FROM {ducklake_table} WHERE amount < 0
              expected: 0
              severity: fail
      """;

  private DemoChecks() {}

  /** Writes them into a directory, which is made. */
  static void write(Path directory) {
    try {
      Files.createDirectories(directory);
      try (Stream<Path> shipped = Files.list(ProgramHome.directory().resolve("verification"))) {
        for (Path file : shipped.toList()) {
          Files.copy(
              file, directory.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
        }
      }
      Files.writeString(directory.resolve("sample.yaml"), SAMPLE);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "The demo could not write its checks to " + directory + ".", e);
    }
  }
}
