package dev.lakeferry.generation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Files that lack a column which others of the generation have.
 *
 * <p>Registered together, they make DuckLake's statistics say that the column holds no NULL, and
 * {@code count(column)} and {@code IS NULL} answer wrong for every reader after the COMMIT, though
 * all is right inside the transaction. One file that was written by DuckLake itself, with NULLs
 * counted, puts that right; so the smallest file that lacks the column is rewritten. Where some
 * file counts nulls of its own, or carries no statistics, nothing needs to be done.
 */
final class MissingColumns {
  private final Map<String, List<SourceFile>> lacking;
  private final Map<String, SourceFile> rewritten;

  private MissingColumns(Map<String, List<SourceFile>> lacking, Map<String, SourceFile> rewritten) {
    this.lacking = lacking;
    this.rewritten = rewritten;
  }

  /**
   * Looks at files with rows.
   *
   * @param leavesBySignature the leaf columns of each layout
   * @param ignored columns that the path gives, in lower case
   */
  static MissingColumns find(
      List<SourceFile> files,
      Map<String, List<String>> leavesBySignature,
      List<Footers.Leaf> leaves,
      Set<String> ignored) {
    Map<String, Set<String>> present = new HashMap<>();
    leavesBySignature.forEach(
        (signature, paths) -> {
          Set<String> lower = new TreeSet<>();
          paths.forEach(path -> lower.add(path.toLowerCase(Locale.ROOT)));
          present.put(signature, lower);
        });
    Map<String, Boolean> nullsAreKnown = new TreeMap<>();
    for (Footers.Leaf leaf : leaves) {
      boolean known = leaf.nulls() == null || leaf.nulls() > 0;
      nullsAreKnown.merge(leaf.path().toLowerCase(Locale.ROOT), known, Boolean::logicalOr);
    }
    List<SourceFile> bySize = new ArrayList<>(files);
    bySize.sort(Comparator.comparingLong(file -> file.object().size()));
    Map<String, List<SourceFile>> lacking = new TreeMap<>();
    Map<String, SourceFile> rewritten = new LinkedHashMap<>();
    nullsAreKnown.forEach(
        (path, known) -> {
          if (ignored.contains(path)) {
            return;
          }
          List<SourceFile> without =
              bySize.stream()
                  .filter(file -> !present.get(file.signature()).contains(path))
                  .toList();
          if (without.isEmpty()) {
            return;
          }
          lacking.put(path, without);
          if (!known && without.stream().noneMatch(rewritten::containsValue)) {
            rewritten.put(path, without.get(0));
          }
        });
    return new MissingColumns(lacking, rewritten);
  }

  /** The files to rewrite, each with the column because of which it is. */
  Map<String, SourceFile> rewritten() {
    return rewritten;
  }

  /** A sentence for each column that some file lacks. */
  List<String> remarks() {
    return lacking.entrySet().stream()
        .map(
            entry ->
                "Column '%s' is missing in %d file(s), for example '%s'; it reads NULL there."
                    .formatted(
                        entry.getKey().replace(", ", "."),
                        entry.getValue().size(),
                        entry.getValue().get(0).object().landedPath()))
        .toList();
  }
}
