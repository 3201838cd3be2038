package dev.lakeferry.overview;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Does several things at once and waits for all of them. */
final class InParallel {
  private InParallel() {}

  /**
   * Does all, the last of them in this thread.
   *
   * @return what they answered, in their order
   * @throws RuntimeException what the first that failed threw, once all have ended
   */
  static <T> List<T> all(List<Callable<T>> works) {
    List<FutureTask<T>> tasks = works.stream().map(FutureTask::new).toList();
    int last = tasks.size() - 1;
    for (FutureTask<T> task : tasks.subList(0, last)) {
      Thread thread = new Thread(task, "overview part");
      thread.setDaemon(true);
      thread.start();
    }
    tasks.get(last).run();
    List<T> answers = new ArrayList<>();
    RuntimeException failure = null;
    for (FutureTask<T> task : tasks) {
      try {
        answers.add(task.get());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("Interrupted while reading the overview.", e);
      } catch (ExecutionException e) {
        failure = failure == null ? told(e.getCause()) : failure;
      }
    }
    if (failure != null) {
      throw failure;
    }
    return answers;
  }

  private static RuntimeException told(Throwable cause) {
    return cause instanceof RuntimeException known ? known : new IllegalStateException(cause);
  }
}
