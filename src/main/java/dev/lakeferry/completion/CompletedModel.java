package dev.lakeferry.completion;

import java.time.Instant;

/**
 * A row of the inbox: a model that was materialised. Everything in it comes from outside and is
 * data, not trusted. A null stands for a column that was left empty.
 *
 * @param inboxId the row's id, and the last tie-breaker of a table's generations
 * @param teamId the project
 * @param teamUuid the project's UUID, by which flags may target it
 * @param organizationId the organisation that the project belongs to
 * @param environmentId the environment of the project, or null for the project itself
 * @param savedQueryId the saved query that was materialised
 * @param savedQueryName its name, which names the table where the model has no label
 * @param modelLabel the model's label, or null
 * @param jobId the materialisation
 * @param tableUri the folder of its Delta table
 * @param deltaVersion the table's version that the materialisation made, or null for the newest
 * @param finishedAt when the materialisation finished upstream
 * @param expectedRows how many rows upstream counted, or null
 */
public record CompletedModel(
    long inboxId,
    long teamId,
    String teamUuid,
    String organizationId,
    Long environmentId,
    String savedQueryId,
    String savedQueryName,
    String modelLabel,
    String jobId,
    String tableUri,
    Long deltaVersion,
    Instant finishedAt,
    Long expectedRows) {}
