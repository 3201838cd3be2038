package dev.lakeferry.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links between documents lead to files and headings that there are. */
class DocumentLinksTest {
  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

  private static List<String> documents() {
    return Stream.concat(
            Stream.of("README.md", "CONTRIBUTING.md"),
            DeployFiles.names("docs", ".md").stream().map(name -> "docs/" + name))
        .toList();
  }

  private static List<String> headings(String document) {
    return HEADING
        .matcher(DeployFiles.text(document))
        .results()
        .map(found -> found.group(1).toLowerCase(Locale.ROOT))
        .map(title -> title.replaceAll("[^a-z0-9 _-]", "").replace(' ', '-'))
        .collect(Collectors.toList());
  }

  private static boolean leadsSomewhere(String document, String link) {
    String[] parts = link.split("#", 2);
    Path here = Path.of(document);
    Path there = parts[0].isEmpty() ? here : here.resolveSibling(parts[0]).normalize();
    return Files.exists(DeployFiles.HOME.resolve(there))
        && (parts.length == 1 || headings(there.toString()).contains(parts[1]));
  }

  @Test
  void everyLinkLeadsSomewhere() {
    List<String> broken = new ArrayList<>();
    int links = 0;
    for (String document : documents()) {
      for (MatchResult found : LINK.matcher(DeployFiles.text(document)).results().toList()) {
        links++;
        if (!found.group(1).startsWith("http") && !leadsSomewhere(document, found.group(1))) {
          broken.add(document + ": " + found.group(1));
        }
      }
    }

    assertThat(links).isGreaterThan(50);
    assertThat(broken).isEmpty();
  }
}
