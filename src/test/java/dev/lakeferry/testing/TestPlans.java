package dev.lakeferry.testing;

import dev.lakeferry.generation.Plan;
import dev.lakeferry.generation.PlannedObject;
import dev.lakeferry.lake.Column;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Plans that nobody has read files for. */
public final class TestPlans {
  private TestPlans() {}

  /**
   * One that registers objects of some rows each.
   *
   * @param sparse landed paths of those that hold only NULL in a column
   */
  public static Plan of(
      List<Column> columns,
      List<String> partitionKeys,
      List<PlannedObject> objects,
      long rowsOfEach,
      Set<String> sparse,
      String digest) {
    long[] rows = new long[objects.size()];
    Arrays.fill(rows, rowsOfEach);
    return new Plan(
        "s3://source/folder/",
        columns,
        partitionKeys,
        List.copyOf(objects),
        rows,
        sparse,
        List.of(),
        Optional.empty(),
        0,
        rowsOfEach * objects.size(),
        null,
        List.of(),
        List.of(),
        List.of(),
        digest);
  }
}
