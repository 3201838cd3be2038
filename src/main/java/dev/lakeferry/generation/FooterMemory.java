package dev.lakeferry.generation;

import dev.lakeferry.objects.S3Uri;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Footers of earlier generations, so that planning one costs by what changed. A footer belongs to
 * its file's content, wherever that lies: equal size and equal ETag mean the same content. ETags
 * that differ, though the content may be the same (another layout of parts, another key), cost no
 * more than reading the footer again.
 */
public final class FooterMemory {
  private final Map<Content, Remembered> known;
  private Footers footers;

  /** Takes what is known. */
  public FooterMemory(Map<Content, Remembered> known) {
    this.known = known;
  }

  /** One that knows nothing. */
  public static FooterMemory empty() {
    return new FooterMemory(Map.of());
  }

  /**
   * Stands for the content of an object.
   *
   * @param size in bytes
   * @param etag without quotes
   */
  public record Content(long size, String etag) {
    /** The content of an object of a plan. */
    public static Content of(PlannedObject object) {
      return new Content(object.size(), object.etag());
    }
  }

  /**
   * What a footer says.
   *
   * @param rows of the file
   * @param signature stands for its schema
   * @param firstGroupRows rows of its first row group
   * @param leaves its leaf columns with their values and nulls, as JSON
   */
  public record Remembered(long rows, String signature, long firstGroupRows, String leaves) {}

  /** Whether anything is known. */
  boolean knowsAny() {
    return !known.isEmpty();
  }

  /** The footers that are known, by URI. */
  Map<String, Remembered> of(Map<String, Content> contents) {
    Map<String, Remembered> found = new LinkedHashMap<>();
    contents.forEach(
        (uri, content) -> {
          Remembered footer = known.get(content);
          if (footer != null) {
            found.put(uri, footer);
          }
        });
    return found;
  }

  void read(Footers all) {
    footers = all;
  }

  /** The footers of a plan's objects, in their order; while the session that planned is open. */
  public List<Remembered> of(List<PlannedObject> objects) {
    Map<String, Remembered> found = footers.remembered(uris(objects));
    return objects.stream().map(object -> found.get(uri(object))).toList();
  }

  /** Some of a plan's landed objects, as a plan of their own; while that session is open. */
  public Plan part(Plan plan, Predicate<PlannedObject> chosen) {
    List<PlannedObject> objects = new ArrayList<>();
    List<Long> rows = new ArrayList<>();
    Map<List<String>, Long> partitions = new HashMap<>();
    for (int i = 0; i < plan.landed().size(); i++) {
      PlannedObject object = plan.landed().get(i);
      if (chosen.test(object)) {
        objects.add(object);
        rows.add(plan.landedRows()[i]);
        partitions.merge(
            HivePath.of(object.landedPath()).values(), plan.landedRows()[i], Long::sum);
      }
    }
    return plan.part(
        objects,
        rows.stream().mapToLong(Long::longValue).toArray(),
        plan.partitionKeys().isEmpty()
            ? List.of()
            : partitions.entrySet().stream()
                .map(entry -> new PartitionCount(entry.getKey(), entry.getValue()))
                .toList(),
        facts(plan, objects));
  }

  private List<ColumnFacts> facts(Plan plan, List<PlannedObject> objects) {
    Map<String, Long> values = new HashMap<>();
    for (Footers.Leaf leaf : footers.leaves(uris(objects))) {
      if (leaf.values() != null) {
        values.merge(leaf.path().toLowerCase(Locale.ROOT), leaf.values(), Long::sum);
      }
    }
    return plan.facts().stream()
        .map(
            fact ->
                new ColumnFacts(
                    fact.name(), values.getOrDefault(fact.name().toLowerCase(Locale.ROOT), 0L)))
        .toList();
  }

  /** The leaf columns, in lower case, of which some object counts nulls of its own. */
  public List<String> withNulls(List<PlannedObject> objects) {
    return footers.leaves(uris(objects)).stream()
        .filter(leaf -> leaf.nulls() != null && leaf.nulls() > 0)
        .map(leaf -> leaf.path().toLowerCase(Locale.ROOT))
        .toList();
  }

  private static List<String> uris(List<PlannedObject> objects) {
    return objects.stream().map(FooterMemory::uri).toList();
  }

  private static String uri(PlannedObject object) {
    return S3Uri.of(object.sourceBucket(), object.sourceKey());
  }
}
