package dev.lakeferry.route;

import dev.lakeferry.route.reload.ReloadingContext;
import org.apache.camel.CamelContext;
import org.apache.camel.main.Main;

/** Camel Main with a context whose routes can be exchanged while they work. */
final class ReloadingMain extends Main {

  @Override
  protected CamelContext createCamelContext() {
    ReloadingContext context = new ReloadingContext();
    context.getCamelContextExtension().setRegistry(registry);
    context.getGlobalOptions().put("CamelMainClass", Main.class.getName());
    return context;
  }
}
