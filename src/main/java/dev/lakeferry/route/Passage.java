package dev.lakeferry.route;

import dev.lakeferry.generation.Plan;
import dev.lakeferry.job.Attempt;
import dev.lakeferry.job.LandedObject;
import dev.lakeferry.job.Watch;
import dev.lakeferry.job.WorkflowRun;
import dev.lakeferry.landing.ConfirmedLanding;
import dev.lakeferry.landing.Landing;
import dev.lakeferry.landing.LandingPrefix;
import dev.lakeferry.naming.NamingVersion;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.publish.Increment;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.camel.Exchange;

/**
 * What a run has with it on its way through the routes. Each step asks for what the steps before it
 * brought; a route that leaves one out is told so, and nothing is corrupted.
 */
final class Passage {
  private static final String PROPERTY = "lakeferryPassage";

  private final WorkflowRun run;
  private final AtomicLong progressTold = new AtomicLong(System.nanoTime());
  private LakeParts lake;
  private Attempt attempt;
  private Watch watch;
  private LandingPrefix.Kind landingKind;
  private Optional<NamingVersion> namingVersion = Optional.empty();
  private TableName table;
  private Plan plan;
  private ModeRules.Choice mode =
      new ModeRules.Choice(ModeRules.Way.SWAP, "nothing else was chosen");
  private Increment increment;
  private List<LandedObject> remembered;
  private TableName adopted;
  private Landing landing;
  private ConfirmedLanding confirmed;

  private Passage(WorkflowRun run) {
    this.run = run;
  }

  /** Begins a passage on an exchange. */
  static Passage begin(Exchange exchange, WorkflowRun run) {
    Passage passage = new Passage(run);
    exchange.setProperty(PROPERTY, passage);
    return passage;
  }

  static Optional<Passage> find(Exchange exchange) {
    return Optional.ofNullable(exchange.getProperty(PROPERTY, Passage.class));
  }

  static Passage of(Exchange exchange) {
    return find(exchange)
        .orElseThrow(
            () -> new IllegalStateException("The route hands on no run; begin it with jobs.load."));
  }

  /** When its progress was last told, by {@link System#nanoTime}. */
  AtomicLong progressTold() {
    return progressTold;
  }

  WorkflowRun run() {
    return run;
  }

  Optional<Attempt> startedAttempt() {
    return Optional.ofNullable(attempt);
  }

  Attempt attempt() {
    return there(attempt, "an attempt", "jobs.start");
  }

  void started(Attempt begun, Watch over) {
    attempt = begun;
    watch = over;
  }

  /** Watches over the attempt: its lease, its time. */
  Watch watch() {
    return there(watch, "an attempt", "jobs.start");
  }

  /** The lake that the run's organisation has. */
  LakeParts lake() {
    return there(lake, "a lake", "jobs.start");
  }

  void into(LakeParts chosen) {
    lake = chosen;
  }

  /** Takes the table's name; models have no naming version. */
  void named(TableName name, Optional<NamingVersion> version, LandingPrefix.Kind kind) {
    table = name;
    namingVersion = version;
    landingKind = kind;
  }

  LandingPrefix.Kind landingKind() {
    return there(landingKind, "a table name", "a plan step");
  }

  Optional<NamingVersion> namingVersion() {
    return namingVersion;
  }

  Optional<TableName> knownTable() {
    return Optional.ofNullable(table);
  }

  TableName table() {
    return there(table, "a table name", "a plan step");
  }

  Plan plan() {
    return there(plan, "a plan", "a plan step");
  }

  void planned(Plan made) {
    plan = made;
  }

  void publishedBy(ModeRules.Choice chosen) {
    mode = chosen;
  }

  /** How the plan is published. */
  ModeRules.Choice mode() {
    return mode;
  }

  /** What an incremental publication changes; empty for any other. */
  Optional<Increment> increment() {
    return Optional.ofNullable(increment);
  }

  void changes(Increment only) {
    increment = only;
  }

  /** What of the plan is landed by this attempt. */
  Plan toLand() {
    return increment == null ? plan() : increment.added();
  }

  /**
   * What is to be remembered of the objects to land, in their order, but for their keys; empty if
   * nothing.
   */
  Optional<List<LandedObject>> remembered() {
    return Optional.ofNullable(remembered);
  }

  void remember(List<LandedObject> objects) {
    remembered = objects;
  }

  /** The shadow of an earlier attempt that a staged publication goes on with. */
  Optional<TableName> adoptedShadow() {
    return Optional.ofNullable(adopted);
  }

  void adopted(TableName shadow) {
    adopted = shadow;
  }

  Optional<Landing> begunLanding() {
    return Optional.ofNullable(landing);
  }

  Landing landing() {
    return there(landing, "a landing", "landing.prepare");
  }

  void landing(Landing begun) {
    landing = begun;
  }

  Optional<ConfirmedLanding> confirmedLanding() {
    return Optional.ofNullable(confirmed);
  }

  void confirmed(ConfirmedLanding whole) {
    confirmed = whole;
  }

  private <T> T there(T part, String what, String step) {
    if (part == null) {
      throw new IllegalStateException(
          "Run %s has not %s yet; the route must call %s before this step."
              .formatted(run.id(), what, step));
    }
    return part;
  }
}
