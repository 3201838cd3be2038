package dev.lakeferry.landing;

import static dev.lakeferry.failure.RetryableFailure.Cause.STORAGE;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.landing.ContentCheck.Verdict;
import dev.lakeferry.objects.ObjectCopier;
import dev.lakeferry.objects.ObjectInfo;
import dev.lakeferry.objects.ObjectStore;
import dev.lakeferry.objects.S3Uri;
import java.util.BitSet;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Begins landings and confirms them. Between the two the caller copies what {@link
 * Landing#pending()} yields.
 */
public final class Landings {
  private static final Logger LOG = LoggerFactory.getLogger(Landings.class);

  private final ObjectStore store;
  private final CatalogNames catalog;
  private final long threshold;

  /** Objects above 5 GiB are copied in parts. */
  public Landings(ObjectStore store, CatalogNames catalog) {
    this(store, catalog, ObjectCopier.LARGEST_SINGLE_COPY);
  }

  /**
   * As above.
   *
   * @param threshold in bytes; what is larger is copied in parts
   */
  public Landings(ObjectStore store, CatalogNames catalog, long threshold) {
    this.store = store;
    this.catalog = catalog;
    this.threshold = threshold;
  }

  /**
   * Looks what an earlier attempt left below the prefix. A planned object that is known to lie
   * there with its content need not be copied again; whatever else lies there is removed, and
   * logged, as a publication registers all that it finds.
   *
   * @throws FinalFailure if the catalog names anything below the prefix, or a path of the plan
   *     leaves it; nothing was written or removed then
   */
  public Landing prepare(LandingRequest request) {
    PlannedObjects planned = new PlannedObjects(request.objects());
    refuseSourcesBelowPrefix(request);
    if (catalog.anythingBelow(request.prefix())) {
      throw new FinalFailure(
          "The catalog already names objects below "
              + uri(request)
              + ". Nothing was written or removed there. Retry the run: the next attempt lands under"
              + " a prefix of its own.");
    }
    Leftovers leftovers = new Leftovers(store, request);
    BitSet landed = new BitSet(planned.count());
    Doubts doubts = new Doubts();
    for (ObjectInfo found : new PrefixListing(store, request)) {
      int index = planned.indexOf(pathOf(found, request));
      Verdict verdict =
          index < 0 ? Verdict.DIFFERENT : ContentCheck.atFirstSight(planned.get(index), found);
      if (verdict == Verdict.SAME) {
        landed.set(index);
      } else if (verdict == Verdict.UNKNOWN && found.size() > threshold) {
        // A closer look costs about as much as a small copy, and far less than a large one.
        doubts.add(index, planned.get(index), found);
      } else {
        leftovers.add(found);
      }
    }
    resolve(
        doubts,
        request,
        (doubt, verdict) -> {
          if (verdict == Verdict.SAME) {
            landed.set(doubt.index());
          } else {
            leftovers.add(doubt.landed());
          }
        });
    leftovers.remove();
    return new Landing(request, planned, landed, threshold);
  }

  /**
   * Lists the prefix once more and demands exactly the planned objects, each with its size and, as
   * far as it can be known without reading it, its content (see {@link ContentCheck}). Removes
   * nothing.
   *
   * @throws RetryableFailure naming what is missing, too many or different
   */
  public ConfirmedLanding confirm(Landing landing) {
    LandingRequest request = landing.request();
    Differences differences = differences(landing);
    if (!differences.isEmpty()) {
      throw new RetryableFailure(
          STORAGE,
          "What lies below "
              + uri(request)
              + " is not what was planned: "
              + differences
              + ". The table was not touched and nothing was removed; the next attempt copies again"
              + " what differs.",
          null);
    }
    return new ConfirmedLanding(request, landing.planned().bytes());
  }

  /**
   * Takes up a landing that was whole and may be registered already: nothing is copied or removed.
   *
   * @return empty if the prefix does not hold exactly the planned objects any more
   */
  public Optional<Landing> adopt(LandingRequest request) {
    PlannedObjects planned = new PlannedObjects(request.objects());
    BitSet landed = new BitSet(planned.count());
    landed.set(0, planned.count());
    Landing landing = new Landing(request, planned, landed, threshold);
    Differences differences = differences(landing);
    if (differences.isEmpty()) {
      return Optional.of(landing);
    }
    LOG.warn(
        "What an earlier attempt registered below {} is not taken up, as it is not what is planned:"
            + " {}",
        uri(request),
        differences);
    return Optional.empty();
  }

  private Differences differences(Landing landing) {
    LandingRequest request = landing.request();
    PlannedObjects planned = landing.planned();
    Differences differences = new Differences();
    BitSet seen = new BitSet(planned.count());
    Doubts doubts = new Doubts();
    for (ObjectInfo found : new PrefixListing(store, request)) {
      int index = planned.indexOf(pathOf(found, request));
      if (index < 0) {
        differences.add(found.key() + " is not planned but lies there, " + told(found));
        continue;
      }
      seen.set(index);
      switch (ContentCheck.atFirstSight(planned.get(index), found)) {
        case DIFFERENT -> differences.add(different(planned, index, found));
        case UNKNOWN -> doubts.add(index, planned.get(index), found);
        case SAME -> {}
      }
    }
    for (int i = seen.nextClearBit(0); i < planned.count(); i = seen.nextClearBit(i + 1)) {
      differences.add(
          request.prefix().key()
              + planned.get(i).landedPath()
              + " is missing, expected "
              + expected(planned, i));
    }
    resolve(
        doubts,
        request,
        (doubt, verdict) -> {
          if (verdict == Verdict.DIFFERENT) {
            differences.add(different(planned, doubt.index(), doubt.landed()));
          }
        });
    return differences;
  }

  /** They would be taken for leftovers. */
  private static void refuseSourcesBelowPrefix(LandingRequest request) {
    String prefix = request.prefix().key();
    boolean overlaps =
        request.objects().stream()
            .anyMatch(
                object ->
                    object.sourceBucket().equals(request.lakeBucket())
                        && object.sourceKey().startsWith(prefix));
    if (overlaps) {
      throw new FinalFailure(
          "The source's objects lie below the landing prefix "
              + uri(request)
              + " itself. Nothing was written or removed; check SOURCE_BUCKET_URL and the lake's"
              + " DATA_PATH, which must not overlap.");
    }
  }

  private void resolve(Doubts doubts, LandingRequest request, Doubts.Finding finding) {
    try {
      doubts.resolve(new ContentCheck(store, request), request.cancelCheck(), finding);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RetryableFailure(
          STORAGE,
          "Comparing the objects below " + uri(request) + " was interrupted; they are kept.",
          e);
    }
  }

  private static String different(PlannedObjects planned, int index, ObjectInfo found) {
    return found.key()
        + " was expected with "
        + expected(planned, index)
        + " but found with "
        + told(found);
  }

  private static String expected(PlannedObjects planned, int index) {
    return planned.get(index).size() + " bytes and ETag " + planned.get(index).etag();
  }

  private static String told(ObjectInfo found) {
    return found.size() + " bytes and ETag " + found.etag();
  }

  private static String pathOf(ObjectInfo found, LandingRequest request) {
    return found.key().substring(request.prefix().key().length());
  }

  private static String uri(LandingRequest request) {
    return S3Uri.of(request.lakeBucket(), request.prefix().key());
  }
}
