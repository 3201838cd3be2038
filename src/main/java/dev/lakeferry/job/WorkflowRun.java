package dev.lakeferry.job;

import java.time.Instant;

/**
 * What is to be done: one completion in one workflow. A row of {@code workflow_run}.
 *
 * @param id such as {@code ducklake-register-data-imports-<team>-<schema>-<job>}
 * @param workflow such as {@code ducklake-register.data-imports}
 * @param environmentId null for the project itself
 * @param organizationId null where the completion named none
 * @param subjectKind {@code source_schema} or {@code saved_query}
 * @param subjectId the source schema or the saved query
 * @param jobId the upstream job, as it was given
 * @param token tells generations of one job apart
 * @param payload the completion as JSON
 * @param completedAt generation order, first part
 * @param folderTime generation order, second part, or null
 * @param inboxId generation order, last part
 * @param state {@code due}, {@code running} or {@code done}
 * @param outcome how a run that is done ended, else null
 * @param attempts tries that count against the workflow's limit
 * @param pickedBy the instance that runs it, else null
 * @param leaseUntil until when it belongs to that instance, else null
 * @param acceptSchema whether an operator accepted that columns vanish or narrow
 */
public record WorkflowRun(
    String id,
    String workflow,
    long teamId,
    Long environmentId,
    String organizationId,
    String subjectKind,
    String subjectId,
    String jobId,
    String token,
    String payload,
    Instant completedAt,
    Instant folderTime,
    long inboxId,
    String state,
    String outcome,
    Instant notBefore,
    int attempts,
    String pickedBy,
    Instant leaseUntil,
    boolean acceptSchema) {

  /** Where the generation stands among those of its table. */
  public GenerationOrder order() {
    return new GenerationOrder(completedAt, folderTime, inboxId);
  }
}
