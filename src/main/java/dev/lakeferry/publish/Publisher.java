package dev.lakeferry.publish;

import dev.lakeferry.failure.RunFailure;
import dev.lakeferry.lake.Catalog;
import dev.lakeferry.lake.Column;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.LakeTransaction;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Publishes a landed generation, in the mode that the publication tells. */
public final class Publisher {
  private static final Logger LOG = LoggerFactory.getLogger(Publisher.class);

  private final Lake lake;
  private final Catalog catalog;

  /** Takes the engine and the catalog of one lake. */
  public Publisher(Lake lake, Catalog catalog) {
    this.lake = lake;
    this.catalog = catalog;
  }

  /**
   * Publishes; the caller holds the table's lock.
   *
   * @throws RunFailure if the live table was left as it was
   */
  public Published publish(Publication publication, PublicationGuard guard) {
    try (LakeSession session = lake.open(publication.id().commitMessage())) {
      guard.opened(session);
      publication.giveThreads(session);
      if (publication.increment().isPresent()) {
        return new IncrementalPublication(
                publication, publication.increment().get(), guard, session, catalog)
            .publish();
      }
      return publication
          .staging()
          .map(
              staging ->
                  new StagedPublication(publication, staging, guard, session, catalog).publish())
          .orElseGet(() -> new SwapPublication(publication, guard, session, catalog).publish());
    }
  }

  /**
   * Does all that a publication does up to the swap, and rolls it back, whatever its mode. The
   * objects stay where they are; whoever landed them removes them.
   *
   * @throws RunFailure if the shadow could not be filled
   */
  public Rehearsal rehearse(Publication publication) {
    try (LakeSession session = lake.open(publication.id().commitMessage())) {
      publication.giveThreads(session);
      Checks checks = new Checks(session, publication);
      checks.before(false);
      boolean live = catalog.tableId(publication.table()).isPresent();
      try (LakeTransaction transaction = session.begin()) {
        LOG.debug("Rehearsed on snapshot {}", transaction.baseSnapshot());
        // Inside, so that it goes with the rest.
        checks.createSchema();
        List<Column> liveColumns = session.columns(publication.table());
        Optional<Long> liveRows =
            live
                ? Optional.of(
                    session.number("SELECT count(*) FROM " + Lake.quoted(publication.table())))
                : Optional.empty();
        Shadow shadow =
            SwapPublication.fill(publication, session, new Fences(catalog, publication));
        return Rehearsal.of(publication, liveRows, liveColumns, checks.run(shadow.name(), true));
      }
    }
  }
}
