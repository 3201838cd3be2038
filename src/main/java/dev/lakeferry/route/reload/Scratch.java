package dev.lakeferry.route.reload;

import dev.lakeferry.failure.Causes;
import dev.lakeferry.ops.RouteProblem;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.camel.RoutesBuilder;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.builder.RouteConfigurationBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;

/**
 * A Camel in which nothing runs, to ask it what it makes of a text. It is built and never started,
 * so there is nothing to stop: a stop would be told in the log as if it were the service's.
 */
final class Scratch {
  private static final Pattern PLACE = Pattern.compile("line (\\d+), column (\\d+)");

  private final DefaultCamelContext context = new DefaultCamelContext(false);

  Scratch(Known known) {
    context.getPropertiesComponent().setOverrideProperties(known.placeholders());
    context.build();
  }

  DefaultCamelContext context() {
    return context;
  }

  /** Lets Camel's own loader read a file. */
  void load(RouteFile file, Findings findings) {
    // Beans would be made; whether they can be is seen by looking at their class.
    List<RouteFile.Element> routes =
        file.elements().stream().filter(element -> !element.is(RouteFile.Element.BEANS)).toList();
    if (routes.isEmpty()) {
      return;
    }
    try {
      var resource = ResourceHelper.fromString(file.name(), RouteFile.text(routes));
      for (RoutesBuilder builder :
          PluginHelper.getRoutesLoader(context).findRoutesBuilders(List.of(resource))) {
        if (builder instanceof RouteConfigurationBuilder configurations) {
          configurations.setCamelContext(context);
          configurations.configuration();
        }
        ((RouteBuilder) builder).configureRoutes(context);
      }
    } catch (Exception e) {
      findings.add(problem(file, e));
    }
  }

  private static RouteProblem problem(RouteFile file, Exception thrown) {
    String text =
        Causes.of(thrown)
            .map(Throwable::getMessage)
            .filter(message -> message != null && !message.isBlank())
            .reduce((outer, inner) -> inner)
            .orElse(thrown.toString());
    Matcher place = PLACE.matcher(text);
    return new RouteProblem(
        file.name(), 0, 0, "Camel cannot read it: " + place.replaceAll("").strip());
  }

  /** The text with its placeholders replaced; throws if one has no value. */
  String resolve(String text) {
    return context.resolvePropertyPlaceholders(text);
  }

  /** Whether there is a component of this name on the class path. */
  boolean hasComponent(String scheme) {
    return context.getComponent(scheme, true, false) != null;
  }
}
