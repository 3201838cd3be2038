package dev.lakeferry.route;

import com.sun.net.httpserver.HttpExchange;
import dev.lakeferry.objects.AnsweringServer;
import java.io.IOException;
import java.util.BitSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A store whose source folder holds 100,000 objects that are made up when they are listed, and that
 * remembers which were copied.
 */
final class ManyObjects implements AutoCloseable {
  static final int COUNT = 100_000;

  private static final int PAGE = 1_000;
  private static final Pattern TOKEN = Pattern.compile("continuation-token=(\\d+)");
  private static final Pattern PREFIX = Pattern.compile("[?&]prefix=([^&]*)");
  private static final Pattern NUMBER = Pattern.compile("part-(\\d+)\\.parquet$");

  private final BitSet copied = new BitSet(COUNT);
  private final AtomicInteger copiedAgain = new AtomicInteger();
  private final AtomicInteger pages = new AtomicInteger();
  private final AnsweringServer server = new AnsweringServer(this::answer);

  AnsweringServer server() {
    return server;
  }

  synchronized int copied() {
    return copied.cardinality();
  }

  int copiedAgain() {
    return copiedAgain.get();
  }

  int pages() {
    return pages.get();
  }

  private void answer(HttpExchange exchange) throws IOException {
    switch (exchange.getRequestMethod()) {
      case "HEAD" -> {
        exchange.sendResponseHeaders(200, -1);
        exchange.close();
      }
      case "PUT" -> copy(exchange);
      default -> list(exchange);
    }
  }

  private void copy(HttpExchange exchange) throws IOException {
    Matcher number = NUMBER.matcher(exchange.getRequestURI().getPath());
    if (!number.find()) {
      throw new IOException("Not one of ours: " + exchange.getRequestURI());
    }
    int i = Integer.parseInt(number.group(1));
    synchronized (this) {
      if (copied.get(i)) {
        copiedAgain.incrementAndGet();
      }
      copied.set(i);
    }
    AnsweringServer.answer(
        exchange,
        200,
        "<CopyObjectResult><ETag>&quot;%s&quot;</ETag></CopyObjectResult>".formatted(etag(i)));
  }

  private void list(HttpExchange exchange) throws IOException {
    String query = exchange.getRequestURI().getQuery();
    Matcher prefix = PREFIX.matcher("?" + query);
    String folder = prefix.find() ? prefix.group(1) : "";
    boolean lake = folder.contains("/_imports/");
    Matcher token = TOKEN.matcher(query);
    int first = token.find() ? Integer.parseInt(token.group(1)) : 0;
    StringBuilder contents = new StringBuilder();
    int next = first;
    int listed = 0;
    for (; next < COUNT && listed < PAGE; next++) {
      if (!lake || isCopied(next)) {
        listed++;
        contents.append(
            "<Contents><Key>%spart-%06d.parquet</Key><LastModified>2026-11-30T00:00:00.000Z</LastModified><ETag>&quot;%s&quot;</ETag><Size>%d</Size></Contents>"
                .formatted(folder, next, etag(next), 1000 + next));
      }
    }
    pages.incrementAndGet();
    String more = next < COUNT ? "<NextContinuationToken>" + next + "</NextContinuationToken>" : "";
    AnsweringServer.answer(
        exchange,
        200,
        "<ListBucketResult><IsTruncated>%s</IsTruncated>%s%s</ListBucketResult>"
            .formatted(next < COUNT, more, contents));
  }

  private synchronized boolean isCopied(int i) {
    return copied.get(i);
  }

  private static String etag(int i) {
    return "%032x".formatted(i);
  }

  @Override
  public void close() {
    server.close();
  }
}
