package dev.lakeferry.completion;

import java.time.Instant;

/**
 * A row of the inbox: an import that finished. Everything in it comes from outside and is data, not
 * trusted; whoever uses a part checks it first. A null stands for a column that was left empty.
 *
 * @param inboxId the row's id, and the last tie-breaker of a table's generations
 * @param teamId the project
 * @param teamUuid the project's UUID, by which flags may target it
 * @param organizationId the organisation that the project belongs to
 * @param environmentId the environment of the project, or null for the project itself
 * @param sourceId the source, or null
 * @param sourceType such as {@code Stripe}
 * @param prefix the source's table prefix, or null
 * @param sourceSchemaId the importable table of the source
 * @param name the source schema's name, such as {@code public.users}
 * @param jobId the external data job
 * @param folderPath {@code team_<team>_<type>_<schema id>} below the source bucket
 * @param preparedFolder the folder of the prepared Parquet files below the folder path; one name
 * @param finishedAt when the import finished upstream
 * @param expectedRows how many rows upstream counted, or null
 */
public record CompletedImport(
    long inboxId,
    long teamId,
    String teamUuid,
    String organizationId,
    Long environmentId,
    String sourceId,
    String sourceType,
    String prefix,
    String sourceSchemaId,
    String name,
    String jobId,
    String folderPath,
    String preparedFolder,
    Instant finishedAt,
    Long expectedRows) {}
