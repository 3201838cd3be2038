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
  void whatFailsFollowsAPublishedOne() {
    assertThat(with(Expectation.FAILED))
        .hasSize(2)
        .allSatisfy(
            failing ->
                assertThat(story)
                    .anyMatch(
                        earlier ->
                            earlier.expectation() == Expectation.PUBLISHED
                                && earlier.wave() < failing.wave()
                                && earlier
                                    .announcement()
                                    .subject()
                                    .equals(failing.announcement().subject())));
  }

  @Test
  void oneImportLacksRowsThatUpstreamCountedAndAllElseHoldsThem() {
    assertThat(story)
        .filteredOn(completion -> completion.announcement().expectedRows() != completion.rows())
        .singleElement()
        .satisfies(
            lacking -> {
              assertThat(lacking.expectation()).isEqualTo(Expectation.FAILED);
              assertThat(lacking.announcement().expectedRows()).isGreaterThan(lacking.rows());
              assertThat(lacking.announcement().workflow())
                  .isEqualTo("ducklake-register.data-imports");
            });
  }

  @Test
  void onlyTeam3IsSkipped() {
    assertThat(with(Expectation.SKIPPED))
        .extracting(completion -> completion.announcement().team())
        .containsExactly(3L);
  }

  @Test
  void everyWorkflowPublishes() {
    assertThat(with(Expectation.PUBLISHED))
        .extracting(completion -> completion.announcement().workflow())
        .contains(
            "ducklake-register.data-imports",
            "ducklake-copy.data-imports",
            "ducklake-copy.data-modeling");
  }

  @Test
  void completionsComeInTheOrderOfTheirGenerations() {
    assertThat(story).isSortedAccordingTo(Comparator.comparing(SampleCompletion::wave));
    assertThat(story)
        .extracting(
            completion ->
                completion.announcement().subject() + " " + completion.announcement().job())
        .doesNotHaveDuplicates();
  }

  @Test
  void foldersAreNamedAsUpstreamNamesThem() {
    assertThat(story)
        .extracting(SampleCompletion::announcement)
        .filteredOn(announcement -> announcement.deltaVersion() == null)
        .allSatisfy(
            announcement -> {
              CompletedImport completed =
                  ((Announcement.Import) announcement.completion()).row().completion();
              assertThat(completed.folderPath()).isEqualTo(folderPath(completed));
              assertThat(completed.preparedFolder())
                  .matches(completed.name() + "__query_\\d{10}_[0-9a-f]{8}");
            });
  }

  private static String folderPath(CompletedImport completed) {
    return "team_%d_stripe_%s"
        .formatted(completed.teamId(), completed.sourceSchemaId().replace('-', '_'));
  }

  private List<SampleCompletion> with(Expectation expectation) {
    return story.stream().filter(completion -> completion.expectation() == expectation).toList();
  }
}
