package dev.lakeferry.upkeep;

import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.job.Actor;
import dev.lakeferry.job.AuditLog;
import dev.lakeferry.job.BoundTables;
import dev.lakeferry.job.CommitLock;
import dev.lakeferry.job.HeldLock;
import dev.lakeferry.job.LandedObjects;
import dev.lakeferry.job.SessionName;
import dev.lakeferry.job.TableHolds;
import dev.lakeferry.job.TableLock;
import dev.lakeferry.lake.Catalog;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.LakeTransaction;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.naming.TableNaming;
import dev.lakeferry.objects.ObjectStore;
import dev.lakeferry.publish.ShadowName;
import dev.lakeferry.settings.Settings;
import dev.lakeferry.state.StateDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Removes a team's tables from the lake. Readers lose them at once; older snapshots, and the
 * objects that these name, go when they have expired and were cleaned up, so that what is under way
 * elsewhere in the lake is not harmed. Given again, it removes what is left.
 */
public final class Erasure {
  private static final int MOST_TABLES = 100_000;

  private final Settings settings;
  private final StateDatabase state;
  private final Supplier<Lake> engines;
  private final Catalog catalog;
  private final ObjectStore objects;
  private final String lake;
  private final BoundTables bound;
  private final TableHolds holds;

  /**
   * Takes the parts of one lake.
   *
   * @param engines opens an engine, which is closed in the end
   * @param objects a client of the lake's store
   */
  public Erasure(
      Settings settings,
      StateDatabase state,
      Supplier<Lake> engines,
      Catalog catalog,
      ObjectStore objects) {
    this.settings = settings;
    this.state = state;
    this.engines = engines;
    this.catalog = catalog;
    this.objects = objects;
    this.lake = settings.lake().dataPath();
    this.bound = new BoundTables(state.jdbi(), lake);
    this.holds = new TableHolds(state.jdbi(), lake);
  }

  /**
   * Whose tables.
   *
   * @param sourceSchema only those of this source schema or saved query, or null for all of the
   *     team
   */
  public record Subject(long team, String sourceSchema) {}

  /** The tables of a subject: those that we know, and, of a whole team, all in its schemas. */
  public List<TableName> tables(Subject subject) {
    List<String> schemas =
        List.of(
            TableNaming.importsSchema(subject.team()), TableNaming.modelingSchema(subject.team()));
    Set<TableName> tables =
        new TreeSet<>(Comparator.comparing(TableName::schema).thenComparing(TableName::table));
    tables.addAll(bound.ofTeam(subject.team(), schemas, subject.sourceSchema()));
    if (subject.sourceSchema() == null) {
      // A shadow goes with its table, under that one's lock.
      Set<TableName> shadows = new HashSet<>();
      for (TableName table : tables) {
        names(table).forEach(name -> shadows.add(new TableName(table.schema(), name)));
      }
      schemas.forEach(
          schema ->
              live(schema).stream().filter(name -> !shadows.contains(name)).forEach(tables::add));
    }
    return List.copyOf(tables);
  }

  /** What there is of each table; changes nothing. */
  public List<ErasedTable> look(Subject subject) {
    List<ErasedTable> found = new ArrayList<>();
    for (TableName table : tables(subject)) {
      found.add(left(table, false).told(table, isLive(table), false));
    }
    return found;
  }

  /** Erases; tables that are being published are told and left. */
  public List<ErasedTable> erase(Subject subject, Actor actor) {
    List<ErasedTable> erased = new ArrayList<>();
    try (Engine engine = new Engine(engines)) {
      for (TableName table : tables(subject)) {
        Optional<HeldLock> lock =
            new TableLock(state).tryLock(lake, table, SessionName.of("erase"));
        if (lock.isEmpty()) {
          erased.add(left(table, false).told(table, isLive(table), true));
          continue;
        }
        try (HeldLock held = lock.get()) {
          erased.add(erase(table, held, engine, actor));
        }
      }
    }
    return erased;
  }

  private ErasedTable erase(TableName table, HeldLock held, Engine engine, Actor actor) {
    if (bound.owner(table).isPresent() && holds.find(table).isEmpty()) {
      holds.hold(table, "erased; release it to let imports make it anew", actor);
    }
    Set<String> names = names(table);
    List<TableName> dropped = new ArrayList<>();
    for (TableName name : live(table.schema())) {
      if (names.contains(name.table())) {
        drop(name, held, engine);
        dropped.add(name);
      }
    }
    Remains remains = left(table, true);
    if (!dropped.isEmpty() || remains.removed > 0) {
      Map<String, Object> detail = new LinkedHashMap<>();
      detail.put("dropped", dropped.stream().map(TableName::toString).toList());
      detail.put("objects_removed", remains.removed);
      state
          .jdbi()
          .useTransaction(
              handle -> {
                LandedObjects.forget(handle, lake, table);
                AuditLog.write(handle, actor, "erase", table.toString(), detail);
              });
    }
    return remains.told(table, isLive(table), false);
  }

  private Remains left(TableName table, boolean remove) {
    Remains remains =
        new Remains(
            catalog,
            objects,
            settings.lake(),
            settings.duration("lakeferry.leftovers.age"),
            remove);
    remains.look(table, names(table));
    Duration after =
        settings
            .duration("lakeferry.upkeep.retention")
            .plus(settings.duration("lakeferry.upkeep.clean-up.age"));
    remains.readableFor(after);
    return remains;
  }

  /** The table and every shadow that an attempt may have filled for it. */
  private Set<String> names(TableName table) {
    Set<String> names = new TreeSet<>();
    names.add(table.table());
    bound
        .attempts(table)
        .forEach(
            attempt -> names.add(ShadowName.of(table, attempt.runId(), attempt.attempt()).table()));
    return names;
  }

  private List<TableName> live(String schema) {
    return catalog.contents().tables(MOST_TABLES).stream()
        .filter(line -> line.schema().equals(schema))
        .map(line -> new TableName(line.schema(), line.table()))
        .toList();
  }

  private boolean isLive(TableName table) {
    return catalog.tableId(table).isPresent();
  }

  private void drop(TableName table, HeldLock held, Engine engine) {
    try (LakeSession session = engine.lake().open("erase " + table);
        LakeTransaction transaction = session.begin()) {
      session.execute(
          "CALL ducklake_set_commit_message(?, ?, ?)", Lake.ALIAS, "lakeferry", "erase " + table);
      session.execute("DROP TABLE " + Lake.quoted(table));
      try (HeldLock turn =
          new CommitLock(state)
              .lock(lake, SessionName.of("erase"), settings.duration("lakeferry.commit.wait"))) {
        if (!held.isHeld() || !turn.isHeld()) {
          throw new RetryableFailure(
              RetryableFailure.Cause.LEASE_LOST,
              "The lock of %s was lost; it is as it was. Give the command again.".formatted(table),
              null);
        }
        transaction.commit();
      }
    }
    if (isLive(table)) {
      throw new RetryableFailure(
          RetryableFailure.Cause.CONFLICT,
          "COMMIT answered, but %s is still there. Give the command again.".formatted(table),
          null);
    }
  }
}
