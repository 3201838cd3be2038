package dev.lakeferry.publish;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Who publishes.
 *
 * @param runId the workflow run
 * @param attempt counts from 1
 * @param jobId the external data job
 * @param subjectId the source schema or saved query
 */
public record PublicationId(String runId, int attempt, String jobId, String subjectId) {

  /** The text by which the catalog remembers the commit. */
  String commitMessage() {
    return message(attempt);
  }

  /**
   * The text by which the catalog remembers a step that fills a shadow ahead of the swap; never
   * that of a publication.
   *
   * @param stage counts from 1
   */
  String stageMessage(int stage) {
    return "%s stage %d".formatted(commitMessage(), stage);
  }

  /** The texts of this run's attempts up to this one: a lost COMMIT of any may have landed. */
  List<String> commitMessages() {
    return IntStream.rangeClosed(1, attempt).mapToObj(this::message).toList();
  }

  private String message(int number) {
    return commitMessage(runId, number);
  }

  /** The text by which the catalog remembers the commit of an attempt at a run. */
  public static String commitMessage(String runId, int attempt) {
    return "%s attempt %d".formatted(runId, attempt);
  }
}
