package dev.lakeferry.upkeep;

import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.failure.RunFailure;
import dev.lakeferry.job.Actor;
import dev.lakeferry.job.CommitLock;
import dev.lakeferry.job.HeldLock;
import dev.lakeferry.job.NamingChange;
import dev.lakeferry.job.NamingChanges;
import dev.lakeferry.job.Refused;
import dev.lakeferry.job.SessionName;
import dev.lakeferry.job.TableLock;
import dev.lakeferry.lake.Catalog;
import dev.lakeferry.lake.CommitFailure;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.LakeTransaction;
import dev.lakeferry.lake.Quote;
import dev.lakeferry.naming.NamingVersion;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.state.StateDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renames an organisation's tables, so that another table-naming version finds them: all of them in
 * one catalog transaction, under the locks of both their names, and the service's own memory with
 * them. Law "memory outlives retention": the generations that were published keep their order, so
 * an older one still never replaces a newer.
 *
 * <p>Nothing is dropped and no object is touched; readers of the old names find no table from then
 * on, those of old snapshots find them as they were.
 */
public final class NamingMigration {
  private static final Logger LOG = LoggerFactory.getLogger(NamingMigration.class);
  private static final SessionName SESSION = SessionName.of("naming");

  private final NamingChanges changes;
  private final TableLock tableLocks;
  private final CommitLock commitLock;
  private final Lake lake;
  private final Catalog catalog;
  private final String lakeName;
  private final Duration commitWait;

  /**
   * Takes the state database and one lake.
   *
   * @param lakeName its DATA_PATH
   * @param commitWait how long to wait for the turn to commit
   */
  public NamingMigration(
      StateDatabase state, Lake lake, Catalog catalog, String lakeName, Duration commitWait) {
    this.changes = new NamingChanges(state.jdbi(), lakeName);
    this.tableLocks = new TableLock(state);
    this.commitLock = new CommitLock(state);
    this.lake = lake;
    this.catalog = catalog;
    this.lakeName = lakeName;
    this.commitWait = commitWait;
  }

  /**
   * What would be renamed, with the catalog's ids of the live tables.
   *
   * @throws Refused if a name is taken or a table is being worked on, naming each
   */
  public List<NamingChange> plan(String organization, NamingVersion from, NamingVersion to) {
    List<NamingChange> begun = changes.begun(organization, to);
    if (!begun.isEmpty()) {
      return begun;
    }
    List<NamingChange> planned =
        changes.of(organization, from, to).stream()
            .map(change -> change.of(catalog.tableId(change.from()).orElse(null)))
            .toList();
    List<String> obstacles = new ArrayList<>(changes.obstacles(planned));
    obstacles.addAll(takenNames(planned));
    if (!obstacles.isEmpty()) {
      throw new Refused(
          "The tables of organisation %s cannot be renamed; nothing was changed.\n  * %s"
              .formatted(organization, String.join("\n  * ", obstacles)));
    }
    return planned;
  }

  private List<String> takenNames(List<NamingChange> planned) {
    List<String> taken = new ArrayList<>();
    Map<TableName, TableName> targets = new HashMap<>();
    for (NamingChange change : planned) {
      TableName other = targets.put(change.to(), change.from());
      if (other != null) {
        taken.add(
            "%s and %s would both be called %s"
                .formatted(other, change.from(), change.to().table()));
      }
      if (catalog.tableId(change.to()).isPresent()) {
        taken.add(
            "%s cannot become %s: there is a table of that name"
                .formatted(change.from(), change.to().table()));
      }
    }
    return taken;
  }

  /**
   * Renames them, or finishes what was begun.
   *
   * @return how many runs that waited are due again
   * @throws Refused if a name is taken or a table is being worked on; nothing was changed
   * @throws RunFailure if the catalog could not be changed; the message says what holds
   */
  public int run(String organization, NamingVersion from, NamingVersion to, Actor actor) {
    boolean goesOn = !changes.begun(organization, to).isEmpty();
    List<NamingChange> planned = plan(organization, from, to);
    List<HeldLock> locks = new ArrayList<>();
    try {
      lock(planned, locks);
      if (!goesOn) {
        // What was planned before the locks were there may not hold any more.
        planned = plan(organization, from, to);
        changes.begin(organization, to, planned, actor);
      }
      rename(organization, to, planned, goesOn);
      return changes.finish(organization, to, planned, actor);
    } finally {
      locks.forEach(HeldLock::close);
    }
  }

  private void lock(List<NamingChange> planned, List<HeldLock> locks) {
    Set<String> names =
        planned.stream()
            .flatMap(change -> Stream.of(change.from(), change.to()))
            .map(TableName::toString)
            .collect(Collectors.toCollection(TreeSet::new));
    Map<String, TableName> tables =
        planned.stream()
            .flatMap(change -> Stream.of(change.from(), change.to()))
            .collect(Collectors.toMap(TableName::toString, name -> name, (one, same) -> one));
    for (String name : names) {
      locks.add(
          tableLocks
              .tryLock(lakeName, tables.get(name), SESSION)
              .orElseThrow(
                  () ->
                      new Refused(
                          "%s is being published or kept up. Nothing was changed; try again in a while."
                              .formatted(name))));
    }
  }

  private void rename(
      String organization, NamingVersion to, List<NamingChange> planned, boolean goesOn) {
    List<NamingChange> left = planned.stream().filter(this::isStillOld).toList();
    if (left.isEmpty()) {
      return;
    }
    Optional<CommitFailure> failure;
    try {
      failure = committed(organization, to, left);
    } catch (RunFailure e) {
      // COMMIT was not sent: the catalog is as it was.
      if (!goesOn) {
        changes.abandon(planned);
      }
      throw e;
    }
    if (failure.isPresent() && left.stream().anyMatch(this::isStillOld)) {
      throw new RetryableFailure(
          RetryableFailure.Cause.UNKNOWN_OUTCOME,
          ("COMMIT failed, and the catalog shows the old names; it may still land. The tables are on"
                  + " hold. Give the same command again to finish: it looks first. %s")
              .formatted(failure.get().getMessage()),
          failure.get());
    }
  }

  private boolean isStillOld(NamingChange change) {
    return change.tableId() != null
        && catalog.tableId(change.from()).filter(change.tableId()::equals).isPresent();
  }

  private Optional<CommitFailure> committed(
      String organization, NamingVersion to, List<NamingChange> left) {
    try (LakeSession session = lake.open("naming of " + organization);
        LakeTransaction transaction = session.begin()) {
      session.execute(
          "CALL ducklake_set_commit_message(?, ?, ?)",
          Lake.ALIAS,
          "lakeferry",
          Catalog.RENAMED + organization + " to " + to.id());
      for (NamingChange change : left) {
        session.execute(
            "ALTER TABLE %s RENAME TO %s"
                .formatted(Lake.quoted(change.from()), Quote.name(change.to().table())));
      }
      try (HeldLock turn = commitLock.lock(lakeName, SESSION, commitWait)) {
        LOG.info(
            "Renaming {} tables of organisation {} to {} ({})",
            left.size(),
            organization,
            to.id(),
            turn);
        return commit(session, transaction);
      }
    }
  }

  private static Optional<CommitFailure> commit(LakeSession session, LakeTransaction transaction) {
    try {
      transaction.commit();
      return Optional.empty();
    } catch (CommitFailure e) {
      session.discardEngine();
      return Optional.of(e);
    }
  }
}
