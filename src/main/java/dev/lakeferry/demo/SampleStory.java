package dev.lakeferry.demo;

import static dev.lakeferry.demo.Expectation.FAILED;
import static dev.lakeferry.demo.Expectation.PUBLISHED;
import static dev.lakeferry.demo.Expectation.SKIPPED;
import static dev.lakeferry.demo.SampleTable.CHARGES;
import static dev.lakeferry.demo.SampleTable.INVOICES;

import dev.lakeferry.completion.CompletedImport;
import java.util.ArrayList;
import java.util.List;

/** What happens in the demo: imports of three teams, a swap, and an import that has to fail. */
final class SampleStory {
  private final List<SampleGeneration> generations = new ArrayList<>();

  private SampleStory() {}

  /** All generations, in the order in which they are announced. */
  static List<SampleGeneration> tell() {
    SampleStory story = new SampleStory();
    story.firstImports();
    story.secondImports();
    return List.copyOf(story.generations);
  }

  private void firstImports() {
    complete(
        1, INVOICES, 1, SampleInvoices.files(1, 26, 2_000), PUBLISHED, "the first, a flat folder");
    complete(
        1,
        CHARGES,
        1,
        SampleCharges.files(1, 6, 1_200),
        PUBLISHED,
        "the first, in Hive directories with NULL and encoded names");
    complete(
        2, INVOICES, 1, SampleInvoices.files(1, 5, 800), PUBLISHED, "the same in another team");
    complete(3, INVOICES, 1, SampleInvoices.files(1, 3, 500), SKIPPED, "the flag of team 3 is off");
  }

  private void secondImports() {
    complete(
        1,
        INVOICES,
        2,
        SampleInvoices.files(2, 31, 2_000),
        PUBLISHED,
        "the second, swapped over the live table");
    List<SampleFile> sent = SampleCharges.files(2, 3, 1_200);
    announce(
        1,
        CHARGES,
        2,
        SampleFile.rows(sent),
        sent.subList(0, sent.size() - 1),
        FAILED,
        "a file that upstream counted never arrived; the first import stays live");
  }

  private void complete(
      int team,
      SampleTable table,
      int generation,
      List<SampleFile> files,
      Expectation expectation,
      String why) {
    announce(team, table, generation, SampleFile.rows(files), files, expectation, why);
  }

  private void announce(
      int team,
      SampleTable table,
      int generation,
      long countedUpstream,
      List<SampleFile> arrived,
      Expectation expectation,
      String why) {
    CompletedImport completed =
        new SampleSource(team).completion(table, generation, countedUpstream);
    generations.add(
        new SampleGeneration(
            new SampleCompletion(
                completed, expectation, why, SampleFile.rows(arrived), arrived.size(), generation),
            arrived));
  }
}
