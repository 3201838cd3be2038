package dev.lakeferry.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.completion.CompletedImport;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

class SampleStoryTest {
  private final List<SampleCompletion> story =
      SampleStory.tell().stream().map(SampleGeneration::announced).toList();

  @Test
  void itIsLargeEnoughToBeRealistic() {
    assertThat(story.stream().mapToLong(SampleCompletion::rows).sum()).isGreaterThan(200_000);
    assertThat(story.stream().mapToInt(SampleCompletion::files).sum()).isGreaterThan(40);
  }

  @Test
  void theFailingImportLacksRowsThatUpstreamCountedAndFollowsAPublishedOne() {
    SampleCompletion failing = only(Expectation.FAILED);
    assertThat(failing.completion().expectedRows()).isGreaterThan(failing.rows());
    assertThat(story)
        .anyMatch(
            earlier ->
                earlier.expectation() == Expectation.PUBLISHED
                    && earlier.wave() < failing.wave()
                    && earlier
                        .completion()
                        .sourceSchemaId()
                        .equals(failing.completion().sourceSchemaId()));
  }

  @Test
  void allOthersHoldWhatUpstreamCounted() {
    assertThat(story)
        .filteredOn(completion -> completion.expectation() != Expectation.FAILED)
        .allSatisfy(
            completion ->
                assertThat(completion.completion().expectedRows()).isEqualTo(completion.rows()));
  }

  @Test
  void onlyTeam3IsSkipped() {
    assertThat(only(Expectation.SKIPPED).completion().teamId()).isEqualTo(3);
  }

  @Test
  void completionsComeInTheOrderOfTheirGenerations() {
    assertThat(story).isSortedAccordingTo(Comparator.comparing(SampleCompletion::wave));
    assertThat(story)
        .extracting(completion -> completion.completion().jobId())
        .doesNotHaveDuplicates();
  }

  @Test
  void foldersAreNamedAsUpstreamNamesThem() {
    assertThat(story)
        .extracting(SampleCompletion::completion)
        .allSatisfy(
            completed -> {
              assertThat(completed.folderPath()).isEqualTo(folderPath(completed));
              assertThat(completed.preparedFolder())
                  .matches(completed.name() + "__query_\\d{10}_[0-9a-f]{8}");
            });
  }

  private static String folderPath(CompletedImport completed) {
    return "team_%d_stripe_%s"
        .formatted(completed.teamId(), completed.sourceSchemaId().replace('-', '_'));
  }

  private SampleCompletion only(Expectation expectation) {
    List<SampleCompletion> found =
        story.stream().filter(completion -> completion.expectation() == expectation).toList();
    assertThat(found).hasSize(1);
    return found.get(0);
  }
}
