package dev.lakeferry.faults;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The head of a request to the object store.
 *
 * @param method such as GET
 * @param target path and query, as sent
 * @param headers by lower-case name
 */
public record StoreRequest(String method, String target, Map<String, String> headers) {

  static StoreRequest parse(byte[] head) {
    List<String> lines = new String(head, StandardCharsets.ISO_8859_1).strip().lines().toList();
    String[] first = lines.get(0).split(" ", 3);
    Map<String, String> headers = new LinkedHashMap<>();
    for (String line : lines.subList(1, lines.size())) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    return new StoreRequest(first[0], first[1], headers);
  }

  /** A server-side copy of an object. */
  boolean isCopy() {
    return method.equals("PUT") && headers.containsKey("x-amz-copy-source");
  }

  /** One page of a listing. */
  public boolean isListing() {
    return method.equals("GET") && target.contains("list-type=2");
  }

  boolean isOf(String bucket) {
    return target.equals("/" + bucket)
        || target.startsWith("/" + bucket + "/")
        || target.startsWith("/" + bucket + "?");
  }

  long bodyLength() {
    return Long.parseLong(headers.getOrDefault("content-length", "0"));
  }

  /** The head for the store: one request a connection, and no asking before a body is sent. */
  byte[] forwarded() {
    StringBuilder head = new StringBuilder("%s %s HTTP/1.1\r\n".formatted(method, target));
    headers.forEach(
        (name, value) -> {
          if (!name.equals("connection") && !name.equals("expect")) {
            head.append(name).append(": ").append(value).append("\r\n");
          }
        });
    return head.append("connection: close\r\n\r\n")
        .toString()
        .getBytes(StandardCharsets.ISO_8859_1);
  }
}
