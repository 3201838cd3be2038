package dev.lakeferry.route;

import dev.lakeferry.job.Attempt;
import dev.lakeferry.job.Fence;
import dev.lakeferry.job.PublishedSnapshot;
import dev.lakeferry.lake.Catalog;
import dev.lakeferry.lake.CatalogSessions;
import dev.lakeferry.publish.PublicationId;
import java.util.List;
import java.util.Optional;

/** Ends dead workers' sessions at the catalog, and asks it what they had committed. */
final class CatalogFence implements Fence {
  private final CatalogSessions sessions;
  private final Catalog catalog;

  CatalogFence(CatalogSessions sessions, Catalog catalog) {
    this.sessions = sessions;
    this.catalog = catalog;
  }

  @Override
  public void endCatalogSession(String name) {
    sessions.end(name);
  }

  @Override
  public Optional<PublishedSnapshot> outcome(Attempt attempt) {
    return catalog
        .committedWith(List.of(PublicationId.commitMessage(attempt.runId(), attempt.attempt())))
        .map(snapshot -> new PublishedSnapshot(snapshot.id(), snapshot.time()));
  }
}
