package dev.lakeferry.route;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.completion.CompletedModel;
import dev.lakeferry.completion.ImportRow;
import dev.lakeferry.gate.GateMetrics;
import dev.lakeferry.generation.DeltaPlace;
import dev.lakeferry.generation.Fill;
import dev.lakeferry.generation.Plan;
import dev.lakeferry.generation.PlanRequest;
import dev.lakeferry.job.Generations;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.landing.ConfirmedLanding;
import dev.lakeferry.landing.LandingPrefix;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.ops.DryRuns;
import dev.lakeferry.publish.Publication;
import dev.lakeferry.publish.PublicationId;
import dev.lakeferry.publish.Rehearsal;
import dev.lakeferry.settings.Settings;
import dev.lakeferry.verification.CheckedTable;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A run without claim, gate, lock or swap. It lands under a prefix of its own, which no run ever
 * takes, and removes that again; the state database is only read.
 */
public final class DryRun implements DryRuns {
  private static final Logger LOG = LoggerFactory.getLogger(DryRun.class);

  private final Settings settings;

  /** Takes checked settings; connects when it is used. */
  public DryRun(Settings settings) {
    this.settings = settings;
  }

  /**
   * What is tried.
   *
   * @param lake where it would be published
   * @param owner the source schema or saved query
   * @param source makes the plan
   */
  private record Tried(
      LakeParts lake,
      CheckedTable table,
      LandingPrefix.Kind kind,
      String owner,
      Fill fill,
      BiFunction<LakeSession, PlanRequest, Plan> source) {

    String name() {
      return "dry run of " + table.jobId();
    }
  }

  @Override
  public Rehearsal register(ImportRow row) {
    CompletedImport completion = row.completion();
    try (Parts parts = new Parts(settings, GateMetrics.NONE)) {
      PlanRules rules = new PlanRules(parts);
      LakeParts lake = parts.lakes().of(completion.organizationId());
      return rehearse(
          parts,
          new Tried(
              lake,
              table(rules, completion, "ducklake-register.data-imports"),
              LandingPrefix.Kind.IMPORTS,
              completion.sourceSchemaId(),
              rules.registrationFill(),
              (session, request) -> lake.preparedFolder().plan(completion, session, request)));
    }
  }

  @Override
  public Rehearsal copy(ImportRow row) {
    CompletedImport completion = row.completion();
    try (Parts parts = new Parts(settings, GateMetrics.NONE)) {
      PlanRules rules = new PlanRules(parts);
      LakeParts lake = parts.lakes().of(completion.organizationId());
      DeltaPlace place = rules.deltaPlace(completion, row.deltaFolder());
      return rehearse(
          parts,
          new Tried(
              lake,
              table(rules, completion, "ducklake-copy.data-imports"),
              LandingPrefix.Kind.COPIES,
              completion.sourceSchemaId(),
              rules.copyFill(),
              (session, request) ->
                  lake.deltaTable()
                      .plan(
                          place, row.deltaVersion(), completion.expectedRows(), session, request)));
    }
  }

  @Override
  public Rehearsal copy(CompletedModel model) {
    try (Parts parts = new Parts(settings, GateMetrics.NONE)) {
      PlanRules rules = new PlanRules(parts);
      LakeParts lake = parts.lakes().of(model.organizationId());
      DeltaPlace place = rules.deltaPlace(model);
      return rehearse(
          parts,
          new Tried(
              lake,
              CheckedTables.ofModel(
                  null, "ducklake-copy.data-modeling", PlanRules.table(model), model),
              LandingPrefix.Kind.COPIES,
              model.savedQueryId(),
              rules.copyFill(),
              (session, request) ->
                  lake.deltaTable()
                      .plan(place, model.deltaVersion(), model.expectedRows(), session, request)));
    }
  }

  private static CheckedTable table(PlanRules rules, CompletedImport completion, String workflow) {
    TableName table = PlanRules.table(completion, rules.namingVersion(completion));
    return CheckedTables.ofImport(null, workflow, table, completion);
  }

  private static Rehearsal rehearse(Parts parts, Tried tried) {
    Plan plan = plan(tried);
    LandingPrefix prefix =
        LandingPrefix.base(
            tried.lake().prefix(),
            tried.table().name(),
            tried.kind(),
            tried.owner(),
            tried.table().jobId() + "__dry-run-" + UUID.randomUUID().toString().substring(0, 8));
    try (DryLanding landing =
        new DryLanding(
            tried.lake(), parts.settings().number("lakeferry.copy.concurrency"), prefix)) {
      return tried.lake().publisher().rehearse(publication(parts, tried, plan, landing.of(plan)));
    }
  }

  private static Plan plan(Tried tried) {
    try (LakeSession session = tried.lake().engine().open(tried.name())) {
      return tried
          .source()
          .apply(
              session,
              new PlanRequest(
                  () -> session.columns(tried.table().name()), tried.fill(), LOG::info));
    }
  }

  private static Publication publication(
      Parts parts, Tried tried, Plan plan, Optional<ConfirmedLanding> landing) {
    TableName table = tried.table().name();
    return new Publication(
        new PublicationId(tried.name(), 1, tried.table().jobId(), tried.owner()),
        table,
        plan,
        landing,
        Optional.empty(),
        parts
            .rulebook()
            .of(
                tried.table(),
                false,
                new Generations(parts.state().jdbi())
                    .lastPublishedRows(tried.lake().dataPath(), table)));
  }
}
