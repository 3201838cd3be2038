package dev.lakeferry.route;

import dev.lakeferry.generation.FooterMemory;
import dev.lakeferry.generation.FooterMemory.Content;
import dev.lakeferry.generation.FooterMemory.Remembered;
import dev.lakeferry.generation.Plan;
import dev.lakeferry.generation.PlannedObject;
import dev.lakeferry.job.LandedObject;
import dev.lakeferry.job.LandedTable;
import dev.lakeferry.lake.Catalog;
import dev.lakeferry.lake.Column;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.LiveTable;
import dev.lakeferry.lake.LiveTable.ColumnCount;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.objects.S3Uri;
import dev.lakeferry.publish.Increment;
import dev.lakeferry.publish.LiveFiles;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What is remembered of a live table, beside a plan. What is remembered is believed only where the
 * catalog says the same.
 */
final class LiveGeneration {
  /** Names by which the engine tells of a row where it comes from; a column would hide them. */
  private static final Set<String> VIRTUAL = Set.of("filename", "rowid", "file_row_number");

  private final Optional<LandedTable> known;
  private final FooterMemory footers;
  private final Catalog catalog;
  private final String bucket;
  private final int limit;

  /**
   * Takes what is remembered.
   *
   * @param bucket the lake's
   * @param limit after how many incremental publications a table is swapped
   */
  LiveGeneration(Optional<LandedTable> known, Catalog catalog, String bucket, int limit) {
    this.known = known;
    this.catalog = catalog;
    this.bucket = bucket;
    this.limit = limit;
    Map<Content, Remembered> remembered = new HashMap<>();
    known
        .map(LandedTable::objects)
        .orElse(List.of())
        .forEach(
            object ->
                remembered.put(
                    new Content(object.size(), object.etag()),
                    new Remembered(
                        object.rows(),
                        object.signature(),
                        object.firstGroupRows(),
                        object.leaves())));
    this.footers = new FooterMemory(remembered);
  }

  /** The footers of its files. */
  FooterMemory footers() {
    return footers;
  }

  /** Compares, while the session that planned is open. */
  Compared with(TableName table, Plan plan, LakeSession session) {
    Optional<String> impossible = impossible(plan);
    if (impossible.isPresent()) {
      return Compared.impossible(impossible.get());
    }
    Optional<Long> id = catalog.tableId(table);
    if (id.isEmpty()) {
      return Compared.impossible("there is no live table");
    }
    LiveTable live = catalog.liveTable(id.get());
    Map<String, LandedObject> objects = new HashMap<>();
    Map<String, Long> files = new HashMap<>();
    known
        .get()
        .objects()
        .forEach(
            object -> {
              objects.put(object.path(), object);
              files.put(uri(object), object.rows());
            });
    Optional<String> difference =
        LiveFiles.difference(live, files)
            .or(() -> LiveFiles.difference(session, table, live, plan))
            .map("the live table "::concat);
    return difference.map(Compared::impossible).orElseGet(() -> compare(plan, objects, live));
  }

  private Optional<String> impossible(Plan plan) {
    if (known.isEmpty()) {
      return Optional.of("it is not known which files the live table is made of");
    }
    if (!plan.rewritten().isEmpty()) {
      return Optional.of("%,d files must be rewritten".formatted(plan.rewritten().size()));
    }
    if (known.get().increments() >= limit) {
      return Optional.of(
          "%d publications in a row were incremental (lakeferry.publish.incremental-limit)"
              .formatted(known.get().increments()));
    }
    return plan.columns().stream()
        .map(Column::name)
        .filter(name -> VIRTUAL.contains(name.toLowerCase(Locale.ROOT)))
        .findFirst()
        .map("a column is called "::concat);
  }

  private Compared compare(Plan plan, Map<String, LandedObject> objects, LiveTable live) {
    Map<String, Long> kept = new HashMap<>();
    Map<String, Long> removed = new HashMap<>();
    Set<String> keptPaths = new HashSet<>();
    long unchanged = 0;
    for (PlannedObject object : plan.landed()) {
      LandedObject there = objects.get(object.landedPath());
      if (there != null && same(there, object)) {
        keptPaths.add(object.landedPath());
        kept.put(uri(there), there.rows());
        unchanged += object.size();
      }
    }
    objects.forEach(
        (path, object) -> {
          if (!keptPaths.contains(path)) {
            removed.put(uri(object), object.rows());
          }
        });
    if (kept.isEmpty()) {
      return Compared.impossible("no file is unchanged");
    }
    Plan added = footers.part(plan, object -> !keptPaths.contains(object.landedPath()));
    return deniedNulls(plan, added, live)
        .map(Compared::impossible)
        .orElse(
            Compared.possible(
                new Increment(added, kept, removed), (double) unchanged / plan.landedBytes()));
  }

  /** Equal size and equal ETag mean the same content; anything else counts as changed. */
  private static boolean same(LandedObject there, PlannedObject object) {
    return there.size() == object.size() && there.etag().equals(object.etag());
  }

  /**
   * Law "verify after the COMMIT too": registering a file that lacks a column leaves the table's
   * statistics as they are, so they must admit NULLs already, or by another of the added files.
   */
  private Optional<String> deniedNulls(Plan plan, Plan added, LiveTable live) {
    if (plan.remarks().isEmpty() || added.landed().isEmpty()) {
      return Optional.empty();
    }
    if (plan.columns().stream().anyMatch(Column::nested)) {
      return Optional.of("files lack columns, and the table has nested ones");
    }
    Map<String, ColumnCount> counts = live.columnCounts();
    List<String> withNulls = footers.withNulls(added.landed());
    return plan.columns().stream()
        .map(Column::name)
        .filter(name -> !plan.partitionKeys().contains(name))
        .filter(name -> !holdsAllValues(plan, name))
        .filter(name -> !withNulls.contains(name.toLowerCase(Locale.ROOT)))
        .filter(
            name -> {
              ColumnCount count = counts.get(name.toLowerCase(Locale.ROOT));
              return count == null || !Boolean.TRUE.equals(count.containsNull());
            })
        .findFirst()
        .map("the table's statistics deny NULLs of the column %s, which a file lacks"::formatted);
  }

  private static boolean holdsAllValues(Plan plan, String column) {
    return plan.facts().stream()
        .anyMatch(fact -> fact.name().equals(column) && fact.values() == plan.rows());
  }

  private String uri(LandedObject object) {
    return S3Uri.of(bucket, object.landedKey());
  }
}
