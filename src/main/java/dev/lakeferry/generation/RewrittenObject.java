package dev.lakeferry.generation;

import java.util.List;

/**
 * An object whose rows are inserted rather than its file registered.
 *
 * @param uri where the source holds it
 * @param etag the source's, checked again just before the rows are read
 * @param rows from its footer
 * @param partition the values of the partition keys, decoded, a null for NULL
 * @param reason why it is not registered
 */
public record RewrittenObject(
    String uri, String etag, long rows, List<String> partition, String reason) {}
