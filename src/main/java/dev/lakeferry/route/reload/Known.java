package dev.lakeferry.route.reload;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What routes may refer to that does not stand in their files.
 *
 * @param beans names of the registry, and of what class they are
 * @param placeholders what {@code {{key}}} may be
 * @param endpoints the program's own, such as direct:publish
 * @param ids that the program's own routes and steps have
 */
public record Known(
    Map<String, Class<?>> beans, Properties placeholders, Set<String> endpoints, Set<String> ids) {
  private static final Pattern BEAN = Pattern.compile("camel\\.beans\\.([A-Za-z0-9_-]+)");
  private static final Pattern CLASS = Pattern.compile("#class:([\\w.$]+).*");
  private static final Pattern POOL = Pattern.compile("camel\\.threadpool\\.config\\[(\\w+)]\\.id");

  public Known {
    beans = withDeclared(beans, placeholders);
  }

  /** Beans may also be declared in application.properties, as {@code camel.beans.name}. */
  private static Map<String, Class<?>> withDeclared(
      Map<String, Class<?>> beans, Properties properties) {
    Map<String, Class<?>> all = new HashMap<>(beans);
    properties.forEach(
        (key, value) -> {
          Matcher bean = BEAN.matcher(key.toString());
          if (bean.matches()) {
            all.putIfAbsent(
                bean.group(1),
                declared(value.toString()).<Class<?>>map(c -> c).orElse(Object.class));
          }
        });
    return Map.copyOf(all);
  }

  /** The class behind {@code #class:name}, if there is one of that name. */
  static Optional<Class<?>> declared(String reference) {
    Matcher named = CLASS.matcher(reference);
    String name = named.matches() ? named.group(1) : reference;
    try {
      return Optional.of(Class.forName(name, false, Known.class.getClassLoader()));
    } catch (ClassNotFoundException e) {
      return Optional.empty();
    }
  }

  /** Names of thread pools that steps may use. */
  Set<String> pools() {
    Set<String> pools = new HashSet<>();
    placeholders
        .stringPropertyNames()
        .forEach(
            key -> {
              Matcher pool = POOL.matcher(key);
              if (pool.matches()) {
                pools.add(pool.group(1));
              }
            });
    return pools;
  }
}
