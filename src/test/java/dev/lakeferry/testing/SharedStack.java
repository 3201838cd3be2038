package dev.lakeferry.testing;

import dev.lakeferry.demo.EmbeddedStack;
import java.util.Optional;

/**
 * One PostgreSQL and one S3 for all tests of a JVM; each test takes its own database and buckets.
 */
public final class SharedStack {
  private static EmbeddedStack stack;

  private SharedStack() {}

  /** Starts it when first asked for; it ends with the JVM. */
  public static synchronized EmbeddedStack get() {
    if (stack == null) {
      stack = EmbeddedStack.start(Optional.empty()).closeAtExit();
    }
    return stack;
  }
}
