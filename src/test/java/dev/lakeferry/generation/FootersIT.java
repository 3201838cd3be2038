package dev.lakeferry.generation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.objects.S3Uri;
import dev.lakeferry.testing.TestLake;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Footers that are read by a prefix are those that are read one by one. */
class FootersIT {
  private static final String FOLDER = "footers__query_1";

  private static TestLake lake;

  @BeforeAll
  static void begin() {
    lake = new TestLake();
  }

  @AfterAll
  static void end() {
    lake.close();
  }

  @Test
  void aPrefixIsReadAsItsFilesAreAndWhatCameLaterIsLeftOut() {
    List<String> paths =
        List.of("a.parquet", "[1] *.parquet", "d=2026-01-01/ü %2F.parquet", "later.parquet");
    for (int i = 0; i < paths.size(); i++) {
      lake.prepare(FOLDER, paths.get(i), "SELECT range AS id FROM range(%d)".formatted(i + 1));
    }
    List<String> listed = paths.stream().limit(3).map(FootersIT::uri).toList();

    try (LakeSession session = lake.lake().open("footers")) {
      Map<String, Footers.Footer> byOne = Footers.read(session, listed, done -> {}).files();
      Footers below = Footers.readBelow(session, uri(""), listed);

      assertThat(below.files()).isEqualTo(byOne).hasSize(3);
      assertThat(below.leaves(listed))
          .containsExactly(new Footers.Leaf("id", 6L, 0L, 0))
          .isEqualTo(Footers.read(session, listed, done -> {}).leaves(listed));
      assertThat(
              Stream.of(1L, 2L, 3L)
                  .map(
                      rows ->
                          new Footers.Footer(rows, byOne.get(uri("a.parquet")).signature(), rows)))
          .containsExactlyElementsOf(listed.stream().map(byOne::get).toList());
    }
  }

  @Test
  void whatCameOrWentMeanwhileIsToldAsIfItWereReadOneByOne() {
    String folder = "meanwhile__query_1";
    lake.prepare(folder, "a.parquet", "SELECT 1 AS id");
    List<String> listed = List.of(uri(folder, "a.parquet"));
    lake.put(lake.sourceKey(folder, "late.crc"), new byte[] {1, 2, 3});

    try (LakeSession session = lake.lake().open("footers")) {
      assertThat(Footers.readBelow(session, uri(folder, ""), listed).files()).hasSize(1);
      assertThatThrownBy(
              () ->
                  Footers.readBelow(
                      session,
                      uri(folder, ""),
                      List.of(uri(folder, "a.parquet"), uri(folder, "gone.parquet"))))
          .isInstanceOfSatisfying(
              RetryableFailure.class,
              failure ->
                  assertThat(failure.kind()).isEqualTo(RetryableFailure.Cause.VANISHED_OBJECT));
    }
  }

  @Test
  void theThreadsForFootersAreGivenBack() {
    String folder = "threads__query_1";
    List<String> listed =
        IntStream.range(0, 7)
            .mapToObj(
                i -> {
                  lake.prepare(folder, i + ".parquet", "SELECT 1 AS id");
                  return uri(folder, i + ".parquet");
                })
            .toList();
    try (LakeSession session = lake.lake().open("footers")) {
      session.threadsForFiles(12, 1_000);

      Footers.readBelow(session, uri(folder, ""), listed);
      assertThat(threads(session)).isEqualTo(3);
      Footers.read(session, listed, done -> {});
      assertThat(threads(session)).isEqualTo(3);
      assertThat(session.readFooters(100, () -> threads(session))).isEqualTo(4);
      session.threadsForCatalog();
      assertThat(threads(session)).isLessThan(3);
    }
    try (LakeSession next = lake.lake().open("footers")) {
      assertThat(threads(next)).isEqualTo(4);
    }
  }

  private static long threads(LakeSession session) {
    return session.number("SELECT current_setting('threads')");
  }

  private static String uri(String folder, String path) {
    return S3Uri.of(lake.sourceSettings().bucket(), lake.sourceKey(folder, path));
  }

  private static String uri(String path) {
    return uri(FOLDER, path);
  }
}
