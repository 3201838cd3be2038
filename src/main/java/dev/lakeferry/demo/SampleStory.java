package dev.lakeferry.demo;

import static dev.lakeferry.demo.Expectation.FAILED;
import static dev.lakeferry.demo.Expectation.PUBLISHED;
import static dev.lakeferry.demo.Expectation.SKIPPED;
import static dev.lakeferry.demo.SampleTable.CHARGES;
import static dev.lakeferry.demo.SampleTable.INVOICES;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What happens in the demo: imports of three teams, a swap and an import that has to fail; a fourth
 * team whose imports and models are copied from Delta tables.
 */
final class SampleStory {
  /** The team for which both copy workflows are on, and registration is not. */
  static final int COPYING_TEAM = 4;

  private final List<SampleGeneration> generations = new ArrayList<>();

  private SampleStory() {}

  /** All generations, in the order in which they are announced. */
  static List<SampleGeneration> tell() {
    SampleStory story = new SampleStory();
    story.firstImports();
    story.firstCopies();
    story.secondImports();
    story.secondCopies();
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

  private void firstCopies() {
    List<SampleFile> customers = SampleModels.customerFiles();
    add(
        Announcement.copied(
            new SampleSource(COPYING_TEAM)
                .completion(SampleTable.CUSTOMERS, 1, SampleFile.rows(customers)),
            0),
        customers,
        Optional.of(SampleModels.customers()),
        PUBLISHED,
        "its Delta table, partitioned with NULL",
        1);
    model(
        SampleModels.REVENUE,
        true,
        1,
        0,
        SampleModels.file(0, 60, 0),
        PUBLISHED,
        "a model, named by its label");
    model(
        SampleModels.CHURN,
        false,
        1,
        0,
        SampleModels.file(0, 36, 0),
        PUBLISHED,
        "a model, named by its saved query");
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

  private void secondCopies() {
    model(
        SampleModels.REVENUE,
        true,
        2,
        1,
        SampleModels.file(1, 72, 3),
        FAILED,
        "the second has negative amounts, which a declared check forbids; the first stays live");
    model(
        SampleModels.TOP,
        true,
        2,
        0,
        SampleModels.file(0, 100, 0),
        PUBLISHED,
        "another model of that very job");
  }

  private void model(
      String name,
      boolean labelled,
      int generation,
      long version,
      SampleFile file,
      Expectation expectation,
      String why) {
    add(
        Announcement.materialized(
            SampleModels.completion(
                COPYING_TEAM, name, labelled, generation, version, file.rows())),
        List.of(file),
        Optional.of(SampleModels.table(version)),
        expectation,
        why,
        generation);
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
    add(
        Announcement.prepared(
            new SampleSource(team).completion(table, generation, countedUpstream)),
        arrived,
        Optional.empty(),
        expectation,
        why,
        generation);
  }

  private void add(
      Announcement announcement,
      List<SampleFile> files,
      Optional<SampleDelta> delta,
      Expectation expectation,
      String why,
      int wave) {
    generations.add(
        new SampleGeneration(
            new SampleCompletion(
                announcement, expectation, why, SampleFile.rows(files), files.size(), wave),
            files,
            delta));
  }
}
