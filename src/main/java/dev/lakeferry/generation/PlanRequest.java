package dev.lakeferry.generation;

import dev.lakeferry.lake.Column;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What a source needs to plan a generation beside the completion.
 *
 * @param liveColumns asks for the live table's columns, none if there is no live table; only
 *     partitioned folders need them, and DuckLake reads its whole catalog to tell
 * @param fill how the shadow is to be filled
 * @param progress is told in words what is being read
 * @param memory knows footers of earlier generations
 */
public record PlanRequest(
    Supplier<List<Column>> liveColumns, Fill fill, Consumer<String> progress, FooterMemory memory) {

  /** One that reads every footer. */
  public PlanRequest(Supplier<List<Column>> liveColumns, Fill fill, Consumer<String> progress) {
    this(liveColumns, fill, progress, FooterMemory.empty());
  }
}
