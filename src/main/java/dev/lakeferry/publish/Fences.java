package dev.lakeferry.publish;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.lake.Catalog;
import dev.lakeferry.lake.Catalog.Snapshot;
import dev.lakeferry.naming.TableName;
import java.util.Optional;

/** What the catalog must say, inside a transaction, for a publication to go on. */
final class Fences {
  private final Catalog catalog;
  private final Publication publication;

  Fences(Catalog catalog, Publication publication) {
    this.catalog = catalog;
    this.publication = publication;
  }

  /** Law "unknown outcomes are looked up": the snapshot by which this run is published already. */
  Optional<Snapshot> publishedBefore() {
    return catalog.committedWith(publication.id().commitMessages());
  }

  /** A live table that someone else wrote to since our last swap: their rows go with it. */
  Optional<String> strangers(Optional<Long> liveId) {
    if (liveId.isEmpty() || publication.previousSnapshot().isEmpty()) {
      return Optional.empty();
    }
    long ours = publication.previousSnapshot().get();
    return catalog
        .lastChange(liveId.get())
        .filter(change -> change > ours && !isRenaming(change))
        .map(
            change ->
                ("%s was written to by someone else after our last swap (snapshot %d, ours was %d);"
                        + " the new generation replaces what they wrote. Their state can be read with AT"
                        + " (VERSION => %d) until it expires.")
                    .formatted(publication.table(), change, ours, change));
  }

  private boolean isRenaming(long snapshot) {
    return catalog
        .commitMessage(snapshot)
        .filter(message -> message.startsWith(Catalog.RENAMED))
        .isPresent();
  }

  /**
   * Refuses what somebody wrote to the live table since it was compared with: DuckLake sees no
   * conflict there, the DROP wins and their rows would be gone without a word.
   *
   * @param seen the snapshot that the new generation was verified at
   */
  void refuseLateWriter(long liveId, long seen) {
    catalog
        .lastChange(liveId)
        .filter(change -> change > seen)
        .ifPresent(
            change -> {
              throw new RetryableFailure(
                  RetryableFailure.Cause.CONFLICT,
                  ("%s was written to by someone else (snapshot %d) while its new generation was"
                          + " filled; the live table and all objects stay. The next attempt tells of"
                          + " it and replaces it.")
                      .formatted(publication.table(), change),
                  null);
            });
  }

  /** Refuses a shadow that somebody wrote to after it was verified. */
  void refuseAlteredShadow(TableName shadow, long shadowId, long seen) {
    catalog
        .lastChange(shadowId)
        .filter(change -> change > seen)
        .ifPresent(
            change -> {
              throw new FinalFailure(
                  ("The shadow %s of %s was written to by someone else (snapshot %d) after it was"
                          + " verified; the live table and all objects stay. Find out who writes to"
                          + " shadow tables, then retry the run: it fills a new one.")
                      .formatted(shadow, publication.table(), change));
            });
  }

  /** Law "objects that the catalog may know are sacred", asked again for a whole prefix. */
  void refuseKnown(String uri) {
    refuse(catalog.fileUnder(uri));
  }

  /** The same, but for the live files of a shadow that the objects were registered into. */
  void refuseKnownBeside(String uri, long shadowId) {
    refuse(catalog.fileUnder(uri, shadowId));
  }

  private static void refuse(Optional<String> known) {
    known.ifPresent(
        path -> {
          throw new FinalFailure(
              ("The catalog already names %s under the landing prefix of this attempt; registering"
                      + " it twice would lose it later. Nothing was changed. Retry the run: it lands"
                      + " under a new prefix.")
                  .formatted(path));
        });
  }
}
