package dev.lakeferry.route;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.completion.ImportPayload;
import dev.lakeferry.generation.Plan;
import dev.lakeferry.generation.PlanRequest;
import dev.lakeferry.generation.PreparedFolder;
import dev.lakeferry.job.Jobs;
import dev.lakeferry.job.Organizations;
import dev.lakeferry.job.TableBinding;
import dev.lakeferry.job.UnknownOrganization;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.naming.NamingVersion;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.naming.TableNaming;
import org.apache.camel.Exchange;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds out what a generation is made of: the bean {@code preparedFolder} of the routes. */
public final class PlanSteps {
  private static final Logger LOG = LoggerFactory.getLogger(PlanSteps.class);

  private final Parts parts;
  private final Jobs jobs;
  private final PreparedFolder folder;
  private final Organizations organizations;
  private final TableBinding bindings;
  private final UnknownOrganization unknownOrganizations;

  PlanSteps(Parts parts) {
    this.parts = parts;
    this.jobs = parts.jobs();
    this.folder = parts.preparedFolder();
    this.organizations = new Organizations(parts.state().jdbi());
    this.bindings = new TableBinding(parts.state().jdbi());
    this.unknownOrganizations =
        UnknownOrganization.of(parts.settings().text("lakeferry.organizations.unknown"));
  }

  /** Names the table, lists the folder and reads its footers. */
  public void plan(Exchange exchange) {
    Passage passage = Passage.of(exchange);
    jobs.stage(passage.attempt(), "plan");
    name(passage);
    try (RunContext context = RunContext.of(passage);
        LakeSession session = parts.lake().open(passage.attempt().toString())) {
      Plan plan =
          folder.plan(
              passage.completion(),
              session,
              new PlanRequest(session.columns(passage.table()), LOG::info));
      passage.planned(plan);
      plan.remarks().forEach(LOG::warn);
      LOG.info(
          "Planned {}: {} rows in {} files, {} bytes to land",
          passage.table(),
          plan.rows(),
          plan.files(),
          plan.landedBytes());
    }
  }

  private void name(Passage passage) {
    CompletedImport completion = ImportPayload.parse(passage.run().payload());
    NamingVersion version =
        organizations.namingVersion(completion.organizationId(), unknownOrganizations);
    TableName table =
        TableNaming.importTable(
            version,
            completion.teamId(),
            completion.sourceType(),
            completion.prefix(),
            completion.name());
    passage.named(completion, version, table);
    jobs.recordTarget(passage.attempt(), parts.lakeName(), table);
    bindings.bind(
        parts.lakeName(),
        table,
        passage.run().subjectKind(),
        passage.run().subjectId(),
        completion.name());
  }
}
