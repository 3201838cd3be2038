package dev.lakeferry.route.reload;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Beans, methods and thread pools that steps name. */
final class References {
  private static final Set<String> NAMED =
      Set.of(
          "aggregationStrategy",
          "idempotentRepository",
          "onPrepare",
          "onRedeliveryRef",
          "onExceptionOccurredRef",
          "routePolicyRef",
          "errorHandlerRef");
  private static final Set<String> CALLS = Set.of("bean", "method");
  private static final Set<String> HOLDERS = Set.of("process", "policy", "transacted");

  private final Map<String, Class<?>> beans;
  private final Set<String> pools;
  private final Findings findings;

  References(Known known, RouteSet set, Findings findings) {
    this.beans = new HashMap<>(known.beans());
    this.pools = known.pools();
    this.findings = findings;
    set.elements(RouteFile.Element.BEANS).forEach(this::declare);
  }

  private void declare(RouteFile.Element element) {
    for (YamlNode bean : element.node().items()) {
      Optional<String> name = bean.text("name");
      Optional<String> type = bean.text("type");
      if (name.isEmpty() || type.isEmpty()) {
        continue;
      }
      Optional<Class<?>> declared = Known.declared(type.get());
      if (declared.isEmpty() && bean.field("script").isEmpty()) {
        findings.add(
            element.file(),
            bean.field("type").orElse(bean),
            "There is no class %s on the class path.",
            type.get());
      }
      boolean made = bean.fields().keySet().stream().anyMatch(field -> field.startsWith("factory"));
      beans.put(
          name.get(), made ? Object.class : declared.<Class<?>>map(c -> c).orElse(Object.class));
    }
  }

  /** Looks at one field of a step. */
  void check(String file, String name, YamlNode node) {
    if (CALLS.contains(name)) {
      call(file, node);
    } else if (HOLDERS.contains(name)) {
      node.field("ref").ifPresent(ref -> named(file, ref));
    } else if (NAMED.contains(name)) {
      named(file, node);
    } else if (name.equals("executorService")) {
      pool(file, node);
    }
  }

  private void call(String file, YamlNode call) {
    Optional<YamlNode> ref = call.field("ref");
    if (ref.isEmpty()) {
      call.field("beanType")
          .flatMap(YamlNode::text)
          .filter(type -> !type.contains("{{") && Known.declared(type).isEmpty())
          .ifPresent(
              type ->
                  findings.add(
                      file,
                      call.field("beanType").orElse(call),
                      "There is no class %s on the class path.",
                      type));
      return;
    }
    named(file, ref.get());
    Class<?> type = ref.get().text().map(References::plain).map(beans::get).orElse(null);
    Optional<YamlNode> method = call.field("method");
    if (type == null || type == Object.class || method.isEmpty()) {
      return;
    }
    String name = method.get().text().orElse("").replaceFirst("\\(.*", "").strip();
    if (!name.contains("{{") && !methods(type).contains(name)) {
      findings.add(
          file,
          method.get(),
          "The bean %s has no method %s; it has %s.",
          ref.get().text().orElse(""),
          name,
          String.join(", ", own(type)));
    }
  }

  /** A bean that an option or a step names; {@code #class:} makes one. */
  void named(String file, YamlNode node) {
    String text = node.text().orElse("");
    if (text.isEmpty() || text.contains("{{") || text.contains("${")) {
      return;
    }
    if (text.startsWith("#class:")) {
      if (Known.declared(text).isEmpty()) {
        findings.add(file, node, "There is no class behind %s on the class path.", text);
      }
    } else if (!text.startsWith("#type:")
        && !text.startsWith("#autowired")
        && !beans.containsKey(plain(text))) {
      findings.add(
          file,
          node,
          "There is no bean %s; there are %s.",
          plain(text),
          String.join(", ", known()));
    }
  }

  private void pool(String file, YamlNode node) {
    String name = node.text().map(References::plain).orElse("");
    if (!name.contains("{{") && !pools.contains(name) && !beans.containsKey(name)) {
      findings.add(
          file,
          node,
          "There is no thread pool %s; there are %s.",
          name,
          String.join(", ", new TreeSet<>(pools)));
    }
  }

  boolean isBean(String name) {
    return beans.containsKey(name);
  }

  /** Camel's own beans have dashes in their names. */
  private Set<String> known() {
    Set<String> names = new TreeSet<>(beans.keySet());
    names.removeIf(name -> name.contains("-"));
    return names;
  }

  private static String plain(String reference) {
    return reference.replaceFirst("^#(?:bean:)?", "");
  }

  private static Set<String> methods(Class<?> type) {
    return Arrays.stream(type.getMethods())
        .map(java.lang.reflect.Method::getName)
        .collect(Collectors.toSet());
  }

  private static Set<String> own(Class<?> type) {
    Set<String> names = new TreeSet<>(methods(type));
    Arrays.stream(Object.class.getMethods())
        .map(java.lang.reflect.Method::getName)
        .forEach(names::remove);
    return names;
  }
}
