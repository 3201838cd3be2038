package dev.lakeferry.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The statements of the shipped routes, read from where operators edit them. */
public final class RouteSql {
  private static final Path ROUTES = Path.of("routes");
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{([^}]+)}}");

  private RouteSql() {}

  /** The text that a step sets as the body, with every placeholder given a value. */
  public static String of(String stepId, Map<String, String> placeholders) {
    String sql =
        documents()
            .flatMap(document -> find(document, stepId).stream())
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("No step " + stepId + " in " + ROUTES));
    Matcher matcher = PLACEHOLDER.matcher(sql);
    return matcher.replaceAll(
        match ->
            Matcher.quoteReplacement(
                Optional.ofNullable(placeholders.get(match.group(1)))
                    .orElseThrow(
                        () -> new IllegalStateException("No value for " + match.group()))));
  }

  private static Stream<Object> documents() {
    try (Stream<Path> files = Files.list(ROUTES)) {
      return files
          .filter(file -> file.toString().endsWith(".yaml"))
          .map(RouteSql::parse)
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Object parse(Path file) {
    try {
      return new Load(LoadSettings.builder().build()).loadFromString(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<String> find(Object node, String stepId) {
    if (node instanceof Map<?, ?> map && stepId.equals(map.get("id"))) {
      return Optional.of(constant(map));
    }
    Collection<?> children =
        node instanceof Map<?, ?> map
            ? map.values()
            : node instanceof Collection<?> list ? list : List.of();
    return children.stream().flatMap(child -> find(child, stepId).stream()).findFirst();
  }

  private static String constant(Map<?, ?> step) {
    Object expression = step.get("expression");
    Object constant = expression instanceof Map<?, ?> map ? map.get("constant") : null;
    Object text = constant instanceof Map<?, ?> map ? map.get("expression") : constant;
    if (text instanceof String sql) {
      return sql;
    }
    throw new IllegalStateException("The step " + step.get("id") + " sets no constant");
  }
}
