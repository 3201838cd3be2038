package dev.lakeferry.route;

import dev.lakeferry.job.Attempt;
import dev.lakeferry.job.Fence;
import dev.lakeferry.job.PublishedSnapshot;
import dev.lakeferry.publish.PublicationId;
import java.util.List;
import java.util.Optional;

/** Ends dead workers' sessions at their lake's catalog, and asks it what they had committed. */
final class CatalogFence implements Fence {
  private final Lakes lakes;

  CatalogFence(Lakes lakes) {
    this.lakes = lakes;
  }

  @Override
  public void endCatalogSession(Attempt attempt) {
    lake(attempt).catalogSessions().end(attempt.catalogSession());
  }

  @Override
  public Optional<PublishedSnapshot> outcome(Attempt attempt) {
    return lake(attempt)
        .catalog()
        .committedWith(List.of(PublicationId.commitMessage(attempt.runId(), attempt.attempt())))
        .map(snapshot -> new PublishedSnapshot(snapshot.id(), snapshot.time()));
  }

  private LakeParts lake(Attempt attempt) {
    return lakes
        .at(attempt.lake())
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "this service has no settings of its lake %s; put the lake's file back into LAKEFERRY_LAKES_DIRECTORY"
                        .formatted(attempt.lake())));
  }
}
