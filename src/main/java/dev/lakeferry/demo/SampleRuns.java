package dev.lakeferry.demo;

import dev.lakeferry.completion.CompletionStore;
import dev.lakeferry.job.ErrorText;
import dev.lakeferry.job.VerificationResult;
import dev.lakeferry.job.VerificationResults;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;

/**
 * Announces completions as the upstream application does, by rows of the inbox, and watches what
 * becomes of them by reading the state database: it knows no more than any operator.
 */
final class SampleRuns {
  private static final Duration LOOK = Duration.ofMillis(120);

  /** As long as nothing changes; a demo takes seconds. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Jdbi state;
  private final String sourceUrl;
  private final Narrator narrator;
  private final Map<SampleCompletion, RunView> ended = new LinkedHashMap<>();

  /**
   * Takes where to announce and to tell.
   *
   * @param sourceUrl the source bucket's URL, ending in a slash
   */
  SampleRuns(Jdbi state, String sourceUrl, Narrator narrator) {
    this.state = state;
    this.sourceUrl = sourceUrl;
    this.narrator = narrator;
  }

  /** Announces all of a wave and returns when each has ended, or nothing moves any more. */
  void wave(List<SampleCompletion> wave) throws InterruptedException {
    Map<SampleCompletion, RunStory> stories = new LinkedHashMap<>();
    for (SampleCompletion sample : wave) {
      boolean earlier = RunView.of(state, sample.announcement()).filter(RunView::ended).isPresent();
      stories.put(sample, new RunStory(narrator, sample, earlier));
    }
    CompletionStore inbox = new CompletionStore(state);
    stories.forEach(
        (sample, story) -> {
          story.announced();
          sample.announcement().completion().insert(inbox, sourceUrl);
        });
    watch(stories);
  }

  private void watch(Map<SampleCompletion, RunStory> stories) throws InterruptedException {
    Map<SampleCompletion, RunView> last = new HashMap<>();
    long lastChange = System.nanoTime();
    while (!ended.keySet().containsAll(stories.keySet())) {
      for (SampleCompletion sample : stories.keySet()) {
        Optional<RunView> run = RunView.of(state, sample.announcement());
        if (run.isEmpty() || ended.containsKey(sample)) {
          continue;
        }
        stories.get(sample).look(run.get(), checks(run.get()));
        if (!run.get().equals(last.put(sample, run.get()))) {
          lastChange = System.nanoTime();
        }
        if (run.get().ended()) {
          ended.put(sample, run.get());
        }
      }
      if (System.nanoTime() - lastChange > PATIENCE.toNanos()) {
        return;
      }
      Thread.sleep(LOOK.toMillis());
    }
  }

  private List<VerificationResult> checks(RunView run) {
    return run.attemptId() == null
        ? List.of()
        : new VerificationResults(state, new ErrorText(List.of())).of(run.attemptId());
  }

  /** The run of each completion that ended. */
  Map<SampleCompletion, RunView> ended() {
    return new LinkedHashMap<>(ended);
  }

  /** What does not end: its run as it stands, for a message. */
  String stuck(SampleCompletion sample) {
    return RunView.of(state, sample.announcement())
        .map(
            run ->
                "its run is %s%s"
                    .formatted(
                        run.state(),
                        run.pickedBy() == null ? "" : " in the hands of " + run.pickedBy()))
        .orElse("intake made no run of it");
  }

  /** Of the completions that ended, those that were published. */
  List<RunView> published() {
    List<RunView> published = new ArrayList<>();
    for (RunView run : ended.values()) {
      if (run.outcome().equals("completed")) {
        published.add(run);
      }
    }
    return published;
  }
}
