package dev.lakeferry.page;

import dev.lakeferry.naming.Sha256;
import dev.lakeferry.web.Endpoint;
import dev.lakeferry.web.Endpoints;
import dev.lakeferry.web.Problem;
import dev.lakeferry.web.WebRequest;
import dev.lakeferry.web.WebResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Style and script of the pages; all of it comes from here, so that no network is needed. */
public final class Assets implements Endpoints {
  private static final String HTMX = "/META-INF/resources/webjars/htmx.org/2.0.4/dist/htmx.min.js";
  private static final Map<String, Asset> ALL =
      Map.of(
          "page.css", Asset.read("text/css; charset=utf-8", "/page/page.css"),
          "icon.svg", Asset.read("image/svg+xml", "/page/icon.svg"),
          "htmx.js", Asset.read("text/javascript; charset=utf-8", HTMX));

  @SuppressWarnings("ArrayRecordComponent") // Compared nowhere.
  private record Asset(String type, byte[] bytes, String digest) {
    static Asset read(String type, String resource) {
      try (InputStream in = Assets.class.getResourceAsStream(resource)) {
        if (in == null) {
          throw new IllegalStateException("The program lacks its resource " + resource);
        }
        byte[] bytes = in.readAllBytes();
        byte[] digest = Sha256.digest().digest(bytes);
        return new Asset(type, bytes, HexFormat.of().formatHex(digest, 0, 8));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Where an asset is; another version of it is elsewhere, so that browsers may keep it. */
  public static String href(String name) {
    return "/assets/" + ALL.get(name).digest() + "/" + name;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.read("/assets/{version}/{name}", Assets::asset, "Style and script of the pages"));
  }

  private static WebResponse asset(WebRequest request) {
    Asset asset = ALL.get(request.pathParameter("name"));
    if (asset == null) {
      throw Problem.notFound("The pages have no such style, script or picture.");
    }
    boolean current = asset.digest().equals(request.pathParameter("version"));
    return WebResponse.bytes(asset.type(), asset.bytes())
        .withHeader("Cache-Control", current ? "private, max-age=31536000, immutable" : "no-store");
  }
}
