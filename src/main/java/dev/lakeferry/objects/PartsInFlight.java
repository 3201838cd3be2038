package dev.lakeferry.objects;

import dev.lakeferry.objects.PartPlan.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import software.amazon.awssdk.services.s3.model.CompletedPart;

/**
 * The parts of one object on their way. The first failure ends it: parts that have not begun do not
 * begin, those that run are waited for, as S3 would keep a part that ends after its upload.
 */
final class PartsInFlight {
  private static final CompletedPart NOT_COPIED = CompletedPart.builder().build();

  private final AtomicReference<RuntimeException> failure = new AtomicReference<>();
  private final ExecutorService pool;

  PartsInFlight(ExecutorService pool) {
    this.pool = pool;
  }

  /** Copies all parts; throws the first failure when no part runs any more. */
  List<CompletedPart> copy(List<Part> parts, Function<Part, CompletedPart> copyPart) {
    List<Future<CompletedPart>> running = new ArrayList<>(parts.size());
    try {
      for (Part part : parts) {
        running.add(pool.submit(LogContext.carried(() -> unlessFailed(part, copyPart))));
      }
    } catch (RejectedExecutionException e) {
      failed(stopped(e));
    }
    List<CompletedPart> done = running.stream().map(this::await).toList();
    if (failure.get() != null) {
      throw failure.get();
    }
    return done;
  }

  private CompletedPart unlessFailed(Part part, Function<Part, CompletedPart> copyPart) {
    if (failure.get() != null) {
      return NOT_COPIED;
    }
    try {
      return copyPart.apply(part);
    } catch (RuntimeException e) {
      return failed(e);
    }
  }

  /** Waits through interruptions, which end the copy but not the wait for what runs. */
  private CompletedPart await(Future<CompletedPart> part) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return part.get();
        } catch (InterruptedException e) {
          interrupted = true;
          failed(stopped(e));
        } catch (CancellationException e) {
          return failed(stopped(e));
        } catch (ExecutionException e) {
          return failed(new IllegalStateException(e.getCause()));
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private CompletedPart failed(RuntimeException thrown) {
    failure.compareAndSet(null, thrown);
    return NOT_COPIED;
  }

  private static RuntimeException stopped(Exception thrown) {
    return new CopyStopped(thrown);
  }

  /** The process ends, or its thread was interrupted. */
  static final class CopyStopped extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CopyStopped(Exception cause) {
      super(cause);
    }
  }
}
