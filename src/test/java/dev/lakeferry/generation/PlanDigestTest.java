package dev.lakeferry.generation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.lake.Column;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class PlanDigestTest {
  private static final List<Column> COLUMNS = List.of(new Column("id", "BIGINT"));

  @Test
  void equalPlansHaveOneDigest() {
    assertThat(PlanDigest.of(COLUMNS, List.of("d"), List.of(file("a", 1, "e"))))
        .isEqualTo(PlanDigest.of(COLUMNS, List.of("d"), List.of(file("a", 1, "e"))))
        .matches("[0-9a-f]{32}");
  }

  @Test
  void whateverWouldLandOtherwiseChangesIt() {
    Set<String> digests = new TreeSet<>();
    digests.add(PlanDigest.of(COLUMNS, List.of("d"), List.of(file("a", 1, "e"))));
    digests.add(PlanDigest.of(COLUMNS, List.of("e"), List.of(file("a", 1, "e"))));
    digests.add(PlanDigest.of(COLUMNS, List.of(), List.of(file("a", 1, "e"))));
    digests.add(PlanDigest.of(COLUMNS, List.of("d"), List.of(file("b", 1, "e"))));
    digests.add(PlanDigest.of(COLUMNS, List.of("d"), List.of(file("a", 2, "e"))));
    digests.add(PlanDigest.of(COLUMNS, List.of("d"), List.of(file("a", 1, "f"))));
    digests.add(
        PlanDigest.of(COLUMNS, List.of("d"), List.of(file("a", 1, "e"), file("b", 1, "e"))));
    digests.add(
        PlanDigest.of(
            List.of(new Column("id", "VARCHAR")), List.of("d"), List.of(file("a", 1, "e"))));

    assertThat(digests).hasSize(8);
  }

  private static SourceFile file(String path, long size, String etag) {
    return SourceFile.whole(
        new PlannedObject("bucket", "warehouse/" + path, path, size, etag),
        "s3://bucket/warehouse/" + path,
        1,
        "layout",
        HivePath.of(path));
  }
}
