package dev.lakeferry.route.reload;

import java.util.Optional;
import java.util.Set;
import org.apache.camel.NoSuchLanguageException;
import org.apache.camel.spi.Language;

/** Texts in Camel's expression languages. */
final class Expressions {
  /** Languages whose texts can be wrong in themselves. */
  private static final Set<String> CHECKED =
      Set.of("simple", "csimple", "jsonpath", "jq", "xpath", "groovy", "joor", "ognl", "mvel");

  private static final Set<String> OTHERS =
      Set.of(
          "constant",
          "header",
          "variable",
          "exchangeProperty",
          "tokenize",
          "ref",
          "datasonnet",
          "xquery",
          "xtokenize");

  private final Scratch scratch;
  private final Findings findings;

  Expressions(Scratch scratch, Findings findings) {
    this.scratch = scratch;
    this.findings = findings;
  }

  /**
   * Looks at one field of a step.
   *
   * @param condition whether the step asks for yes or no
   */
  void check(String file, String name, YamlNode node, boolean condition) {
    if (CHECKED.contains(name) || OTHERS.contains(name)) {
      Optional<YamlNode> text =
          node.text().isPresent() ? Optional.of(node) : node.field("expression");
      text.filter(there -> there.text().isPresent())
          .ifPresent(there -> check(file, name, there, node, condition));
    } else if (name.equals("log")) {
      Optional.of(node)
          .filter(there -> there.text().isPresent())
          .or(() -> node.field("message"))
          .filter(there -> there.text().isPresent())
          .ifPresent(there -> check(file, "simple", there, node, false));
    }
  }

  private void check(String file, String name, YamlNode text, YamlNode holder, boolean condition) {
    Language language;
    try {
      language = scratch.context().resolveLanguage(name);
    } catch (NoSuchLanguageException e) {
      findings.add(file, holder, "There is no expression language '%s' on the class path.", name);
      return;
    }
    if (!CHECKED.contains(name)) {
      return;
    }
    try {
      String resolved = scratch.resolve(text.text().orElse(""));
      if (condition) {
        language.createPredicate(resolved).init(scratch.context());
      } else {
        language.createExpression(resolved).init(scratch.context());
      }
    } catch (RuntimeException e) {
      if (e.getMessage() == null || !e.getMessage().contains("Property with key")) {
        String said = e.getMessage() == null ? e.toString() : e.getMessage();
        findings.add(
            file, text, "%s", "No valid " + name + ": " + said.strip().replaceAll("\\R\\s*", " "));
      }
    }
  }
}
