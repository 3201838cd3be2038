package dev.lakeferry.generation;

import dev.lakeferry.lake.Column;
import java.util.List;
import java.util.function.Consumer;

/**
 * What a source needs to plan a generation beside the completion.
 *
 * @param liveColumns the live table's columns; empty if there is no live table
 * @param fill how the shadow is to be filled
 * @param progress is told in words what is being read
 * @param memory knows footers of earlier generations
 */
public record PlanRequest(
    List<Column> liveColumns, Fill fill, Consumer<String> progress, FooterMemory memory) {

  /** One that reads every footer. */
  public PlanRequest(List<Column> liveColumns, Fill fill, Consumer<String> progress) {
    this(liveColumns, fill, progress, FooterMemory.empty());
  }
}
