package dev.lakeferry.failure;

import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** What stands behind an exception, whatever a framework wrapped it in. */
public final class Causes {
  /** A chain of causes may be a circle. */
  private static final int DEPTH = 20;

  private Causes() {}

  /** The exception and its causes, the outermost first; of none, nothing. */
  public static Stream<Throwable> of(Throwable thrown) {
    return Stream.iterate(thrown, Objects::nonNull, Throwable::getCause).limit(DEPTH);
  }

  /** The first of them that is of a kind. */
  public static <T extends Throwable> Optional<T> first(Throwable thrown, Class<T> kind) {
    return of(thrown).filter(kind::isInstance).map(kind::cast).findFirst();
  }
}
