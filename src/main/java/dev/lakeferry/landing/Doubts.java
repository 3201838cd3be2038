package dev.lakeferry.landing;

import dev.lakeferry.generation.PlannedObject;
import dev.lakeferry.landing.ContentCheck.Verdict;
import dev.lakeferry.objects.LogContext;
import dev.lakeferry.objects.ObjectInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Landed objects that the listing left in doubt, to be looked at more closely, several at once. */
final class Doubts {
  private static final int AT_ONCE = 8;

  private final List<Doubt> doubts = new ArrayList<>();

  /** One of them, by its place in the plan. */
  record Doubt(int index, PlannedObject planned, ObjectInfo landed) {}

  /** Takes each with what was found. */
  interface Finding {
    void found(Doubt doubt, Verdict verdict);
  }

  void add(int index, PlannedObject planned, ObjectInfo landed) {
    doubts.add(new Doubt(index, planned, landed));
  }

  /** Looks at each; findings come one after the other, in the calling thread. */
  void resolve(ContentCheck check, Runnable cancelCheck, Finding finding)
      throws InterruptedException {
    if (doubts.isEmpty()) {
      return;
    }
    ExecutorService lookers = Executors.newFixedThreadPool(Math.min(AT_ONCE, doubts.size()));
    try {
      List<Future<Verdict>> verdicts = new ArrayList<>(doubts.size());
      for (Doubt doubt : doubts) {
        Callable<Verdict> look = () -> check.closer(doubt.planned(), doubt.landed());
        verdicts.add(lookers.submit(LogContext.carried(look)));
      }
      for (int i = 0; i < doubts.size(); i++) {
        cancelCheck.run();
        finding.found(doubts.get(i), verdict(verdicts.get(i)));
      }
    } finally {
      lookers.shutdownNow();
    }
  }

  private static Verdict verdict(Future<Verdict> look) throws InterruptedException {
    try {
      return look.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    }
  }
}
