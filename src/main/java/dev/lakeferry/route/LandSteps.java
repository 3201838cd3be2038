package dev.lakeferry.route;

import dev.lakeferry.generation.Plan;
import dev.lakeferry.job.Jobs;
import dev.lakeferry.job.LandingPlace;
import dev.lakeferry.job.RecordedLandings;
import dev.lakeferry.job.RecordedShadow;
import dev.lakeferry.landing.EarlierLanding;
import dev.lakeferry.landing.Landing;
import dev.lakeferry.landing.LandingPrefix;
import dev.lakeferry.landing.LandingRequest;
import dev.lakeferry.landing.ObjectCopy;
import dev.lakeferry.landing.PrefixChoice;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.camel.Exchange;
import org.apache.camel.component.aws2.s3.AWS2S3Constants;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.s3.model.CopyObjectRequest;

/** Brings a plan's objects into the lake's bucket: the bean {@code landing} of the routes. */
public final class LandSteps {
  private static final Logger LOG = LoggerFactory.getLogger(LandSteps.class);
  private static final String COPY = "lakeferryCopy";

  /** By these the route finds the client that copies, and the bucket. */
  private static final String STORE = "lakeferryStore";

  private static final String BUCKET = "lakeferryBucket";

  private static final long PROGRESS_PERIOD = TimeUnit.MILLISECONDS.toNanos(500);
  private static final int RESERVATIONS = 100;

  private final Parts parts;
  private final Jobs jobs;
  private final RecordedLandings recorded;
  private final Adoption adoption;

  LandSteps(Parts parts) {
    this.parts = parts;
    this.jobs = parts.jobs();
    this.recorded = new RecordedLandings(parts.state().jdbi());
    this.adoption = new Adoption(parts);
  }

  /** Reserves a prefix and looks what lies there. */
  public void prepare(Exchange exchange) {
    Passage passage = Passage.of(exchange);
    Plan plan = passage.toLand();
    jobs.stage(passage.attempt(), "land");
    passage.watch().measuredBy(parts.engineWork());
    try (RunContext context = RunContext.of(passage)) {
      Optional<RecordedShadow> begun = adoption.find(passage);
      if (plan.landed().isEmpty()) {
        begun.map(RecordedShadow::table).ifPresent(passage::adopted);
        return;
      }
      Landing landing =
          begun
              .flatMap(shadow -> adopt(passage, shadow))
              .orElseGet(
                  () -> passage.lake().landings().prepare(request(passage, reserve(passage))));
      passage.landing(landing);
      exchange.setProperty(STORE, passage.lake().store());
      exchange.setProperty(BUCKET, passage.lake().bucket());
      LOG.info(
          "Landing {} objects ({} bytes, {} there already) under {}",
          landing.objects(),
          landing.bytes(),
          landing.skippedObjects(),
          landing.prefix());
    } finally {
      // From here on the copies tell, each of its own thread.
      passage.watch().stoppedByNothing();
    }
  }

  private LandingRequest request(Passage passage, LandingPrefix prefix) {
    Plan plan = passage.toLand();
    return new LandingRequest(
        passage.lake().bucket(), prefix, plan.landed(), passage.watch()::require);
  }

  /** Takes up what an earlier attempt landed and registered, if it lies there still. */
  private Optional<Landing> adopt(Passage passage, RecordedShadow shadow) {
    LandingPrefix prefix = new LandingPrefix(shadow.landingPrefix());
    Optional<Landing> landing =
        passage
            .lake()
            .landings()
            .adopt(request(passage, prefix))
            .filter(whole -> record(passage, prefix));
    landing.ifPresent(
        whole -> {
          passage.adopted(shadow.table());
          LOG.info("Going on with the shadow {} of an earlier attempt", shadow.table());
        });
    return landing;
  }

  private LandingPrefix reserve(Passage passage) {
    LandingPrefix base =
        LandingPrefix.base(
            passage.lake().prefix(),
            passage.table(),
            passage.landingKind(),
            passage.run().subjectId(),
            passage.run().jobId());
    for (int i = 0; i < RESERVATIONS; i++) {
      LandingPrefix prefix =
          new PrefixChoice(
                  passage.run().token(),
                  passage.toLand().digest(),
                  earlier(passage),
                  passage.lake().catalogNames())
              .choose(base);
      if (record(passage, prefix)) {
        return prefix;
      }
    }
    throw new IllegalStateException("No landing prefix could be reserved for " + base);
  }

  /** False if another run has the prefix. */
  private boolean record(Passage passage, LandingPrefix prefix) {
    return jobs.recordLanding(
        passage.attempt(),
        new LandingPlace(
            passage.lake().dataPath(),
            passage.table(),
            prefix.key(),
            passage.toLand().digest(),
            passage.toLand().landed().size()));
  }

  /** All landings of the job but this attempt's own. */
  private List<EarlierLanding> earlier(Passage passage) {
    List<EarlierLanding> known = new ArrayList<>();
    recorded
        .of(passage.run(), passage.lake().dataPath(), passage.table())
        .forEach(
            landing -> {
              boolean own =
                  landing.runId().equals(passage.run().id())
                      && landing.attempt() == passage.attempt().attempt();
              known.add(
                  new EarlierLanding(
                      new LandingPrefix(landing.prefix()),
                      landing.digest(),
                      landing.token(),
                      landing.commitSent(),
                      landing.inUse() && !own));
            });
    return known;
  }

  /** The copies to be made; read while they are made. */
  public Iterator<ObjectCopy> pending(Exchange exchange) {
    return Passage.of(exchange)
        .begunLanding()
        .map(Landing::pending)
        .orElseGet(Collections::emptyIterator);
  }

  /** Remembers which object the body is, and makes the body the request that copies it. */
  public CopyObjectRequest request(Exchange exchange) {
    ObjectCopy copy = exchange.getMessage().getBody(ObjectCopy.class);
    exchange.setProperty(COPY, copy);
    // camel-aws2-s3 asks for the header even where the body is the whole request.
    exchange.getMessage().setHeader(AWS2S3Constants.KEY, copy.sourceKey());
    return copy.sdkRequest();
  }

  /** Copies an object that is too large for one request. */
  public void copyInParts(Exchange exchange) {
    ObjectCopy copy = exchange.getMessage().getBody(ObjectCopy.class);
    exchange.setProperty(COPY, copy);
    Passage passage = Passage.of(exchange);
    passage.lake().copier().copy(copy.request(), passage.watch()::require);
  }

  /** The object that a failed exchange was copying, or null. */
  static ObjectCopy copyOf(Exchange exchange) {
    return exchange.getProperty(COPY, ObjectCopy.class);
  }

  /** Counts a copy that was made, and tells the progress now and then. */
  public void copied(Exchange exchange) {
    Passage passage = Passage.of(exchange);
    Landing landing = passage.landing();
    landing.copied(copyOf(exchange));
    passage.watch().moved();
    long now = System.nanoTime();
    AtomicLong told = passage.progressTold();
    long last = told.get();
    if (now - last > PROGRESS_PERIOD && told.compareAndSet(last, now)) {
      jobs.progress(passage.attempt(), landing.landedObjects(), landing.landedBytes());
    }
  }

  /** Lists the prefix once more and demands exactly the planned objects. */
  public void confirm(Exchange exchange) {
    Passage passage = Passage.of(exchange);
    if (passage.toLand().landed().isEmpty()) {
      return;
    }
    passage.watch().measuredBy(parts.engineWork());
    try (RunContext context = RunContext.of(passage)) {
      passage.confirmed(passage.lake().landings().confirm(passage.landing()));
      jobs.progress(
          passage.attempt(), passage.landing().landedObjects(), passage.landing().landedBytes());
    }
  }
}
