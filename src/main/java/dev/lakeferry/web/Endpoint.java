package dev.lakeferry.web;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * One thing that is served.
 *
 * @param method GET (which serves HEAD as well) or POST
 * @param path such as {@code /api/runs/{id}}; a part in braces stands for one segment and is handed
 *     over decoded
 * @param access what a caller needs
 * @param summary one line for the API's description
 */
public record Endpoint(String method, String path, Access access, Handler handler, String summary) {

  public Endpoint {
    if (!method.equals("GET") && !method.equals("POST")) {
      throw new IllegalArgumentException("Endpoints are GET or POST, not " + method);
    }
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException("The path of an endpoint begins with a slash: " + path);
    }
  }

  /** An endpoint that reads. */
  public static Endpoint read(String path, Handler handler, String summary) {
    return new Endpoint("GET", path, Access.READ, handler, summary);
  }

  /** An endpoint that changes something. */
  public static Endpoint act(String path, Handler handler, String summary) {
    return new Endpoint("POST", path, Access.ACT, handler, summary);
  }

  /** A name of letters, digits and dashes that no other endpoint has. */
  public String id() {
    String words = path.replaceAll("[^A-Za-z0-9]+", "-").replaceAll("^-|-$", "");
    return method.toLowerCase(Locale.ROOT) + "-" + (words.isEmpty() ? "root" : words);
  }

  /** The parts in braces for a path that this endpoint serves, else nothing. */
  Optional<Map<String, String>> match(String rawPath) {
    return new PathTemplate(path).match(rawPath);
  }
}
