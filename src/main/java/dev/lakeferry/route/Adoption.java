package dev.lakeferry.route;

import dev.lakeferry.generation.Plan;
import dev.lakeferry.job.RecordedShadow;
import dev.lakeferry.job.RecordedShadows;
import dev.lakeferry.lake.Catalog;
import dev.lakeferry.objects.S3Uri;
import dev.lakeferry.publish.ShadowContents;
import java.util.Optional;

/**
 * Finds the shadow of an earlier attempt with which a staged publication goes on. Where there is
 * none the attempt lands anew under another prefix, since the catalog names objects under the old
 * one: the same object never stands in two tables.
 */
final class Adoption {
  private final RecordedShadows recorded;

  Adoption(Parts parts) {
    this.recorded = new RecordedShadows(parts.state().jdbi());
  }

  /** The newest that holds nothing but the plan's, and that alone names what it holds. */
  Optional<RecordedShadow> find(Passage passage) {
    return passage.mode().staged()
        ? recorded
            .adoptable(
                passage.attempt(),
                passage.lake().dataPath(),
                passage.table(),
                passage.plan().digest())
            .stream()
            .filter(shadow -> fits(shadow, passage.plan(), passage.lake()))
            .findFirst()
        : Optional.empty();
  }

  private static boolean fits(RecordedShadow shadow, Plan plan, LakeParts lake) {
    Catalog catalog = lake.catalog();
    Optional<String> uri =
        Optional.ofNullable(shadow.landingPrefix()).map(prefix -> S3Uri.of(lake.bucket(), prefix));
    Optional<Long> id = catalog.tableId(shadow.table());
    return id.isPresent()
        && uri.isPresent() == !plan.landed().isEmpty()
        && new ShadowContents(plan, uri, catalog.liveTable(id.get()).files()).mayBeAdopted()
        && uri.flatMap(prefix -> catalog.fileUnder(prefix, id.get())).isEmpty();
  }
}
