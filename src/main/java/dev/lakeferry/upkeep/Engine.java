package dev.lakeferry.upkeep;

import dev.lakeferry.lake.Lake;
import java.util.function.Supplier;

/** An engine of upkeep's own, opened when first needed: publications have theirs. */
final class Engine implements AutoCloseable {
  private final Supplier<Lake> opening;
  private Lake lake;

  Engine(Supplier<Lake> opening) {
    this.opening = opening;
  }

  Lake lake() {
    if (lake == null) {
      lake = opening.get();
    }
    return lake;
  }

  @Override
  public void close() {
    if (lake != null) {
      lake.close();
      lake = null;
    }
  }
}
