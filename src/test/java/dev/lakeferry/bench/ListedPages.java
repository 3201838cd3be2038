package dev.lakeferry.bench;

import com.sun.net.httpserver.HttpExchange;
import dev.lakeferry.objects.AnsweringServer;
import dev.lakeferry.settings.S3Settings;
import java.io.IOException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A store that makes up listings: a thousand objects a page, over HTTP. */
final class ListedPages implements AutoCloseable {
  private static final int PAGE = 1_000;
  private static final Pattern TOKEN = Pattern.compile("continuation-token=(\\d+)");
  private static final Pattern PREFIX = Pattern.compile("[?&]prefix=([^&]*)");

  static {
    // Else every answer waits 40 ms for an acknowledgement.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final int objects;
  private final AnsweringServer server = new AnsweringServer(this::answer);

  ListedPages(int objects) {
    this.objects = objects;
  }

  S3Settings settings() {
    return server.settings();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String query = exchange.getRequestURI().getQuery();
    Matcher prefix = PREFIX.matcher("?" + query);
    String folder = prefix.find() ? prefix.group(1) : "";
    Matcher token = TOKEN.matcher(query);
    int first = token.find() ? Integer.parseInt(token.group(1)) : 0;
    int next = Math.min(objects, first + PAGE);
    StringBuilder page = new StringBuilder(PAGE * 200);
    page.append("<ListBucketResult><IsTruncated>").append(next < objects).append("</IsTruncated>");
    if (next < objects) {
      page.append("<NextContinuationToken>").append(next).append("</NextContinuationToken>");
    }
    for (int i = first; i < next; i++) {
      page.append("<Contents><Key>")
          .append(folder)
          .append(String.format(Locale.ROOT, "part-%05d.parquet", i))
          .append("</Key><LastModified>2026-11-30T00:00:00.000Z</LastModified><ETag>&quot;")
          .append(String.format(Locale.ROOT, "%032x", i))
          .append("&quot;</ETag><Size>")
          .append(1_000 + i)
          .append("</Size></Contents>");
    }
    AnsweringServer.answer(exchange, 200, page.append("</ListBucketResult>").toString());
  }

  @Override
  public void close() {
    server.close();
  }
}
