package dev.lakeferry.generation;

import dev.lakeferry.lake.Column;
import dev.lakeferry.naming.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;

/**
 * Stands for a plan's objects and schema. Two plans of one digest land the same bytes under the
 * same paths, so a later attempt may go on where an earlier one stopped.
 */
final class PlanDigest {
  private PlanDigest() {}

  static String of(List<Column> columns, List<String> keys, List<SourceFile> files) {
    MessageDigest digest = Sha256.digest();
    columns.forEach(column -> add(digest, column.name(), column.type()));
    keys.forEach(key -> add(digest, key));
    files.forEach(
        file ->
            add(
                digest,
                file.object().sourceBucket(),
                file.object().sourceKey(),
                file.object().landedPath(),
                Long.toString(file.object().size()),
                file.object().etag(),
                // A file whose rows were deleted since, or that is rewritten, fills a shadow
                // otherwise.
                Long.toString(file.rows()),
                Boolean.toString(file.rewritten().isPresent())));
    return text(digest);
  }

  /** The digest of a plan whose objects are landed at other paths. */
  static String landedAt(String plan, List<PlannedObject> objects) {
    MessageDigest digest = Sha256.digest();
    add(digest, plan);
    objects.forEach(object -> add(digest, object.landedPath()));
    return text(digest);
  }

  private static String text(MessageDigest digest) {
    return HexFormat.of().formatHex(digest.digest(), 0, 16);
  }

  /** A NUL ends each text, so that no two lists of texts are spelled alike. */
  private static void add(MessageDigest digest, String... texts) {
    for (String text : texts) {
      digest.update(text.getBytes(StandardCharsets.UTF_8));
      digest.update((byte) 0);
    }
  }
}
