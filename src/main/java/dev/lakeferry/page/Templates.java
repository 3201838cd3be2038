package dev.lakeferry.page;

import dev.lakeferry.web.WebResponse;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.util.Map;

/**
 * The templates, compiled with the service.
 *
 * <p>Law "names from outside are data": what a template writes is escaped for the place in the HTML
 * where it stands.
 */
final class Templates {
  private static final TemplateEngine ENGINE =
      TemplateEngine.createPrecompiled(
          null, ContentType.Html, Templates.class.getClassLoader(), "dev.lakeferry.page.templates");

  private Templates() {}

  /** A page of a template. */
  static WebResponse page(String template, Map<String, Object> values) {
    return WebResponse.html(text(template, values));
  }

  /** What a template makes of its values. */
  static String text(String template, Map<String, Object> values) {
    StringOutput output = new StringOutput(16_384);
    ENGINE.render(template + ".jte", values, output);
    return output.toString();
  }
}
