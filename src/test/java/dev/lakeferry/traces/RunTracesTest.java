package dev.lakeferry.traces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.job.Attempt;
import dev.lakeferry.job.AttemptStatus;
import dev.lakeferry.job.RunningAttempt;
import dev.lakeferry.job.WorkflowRun;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Which spans an attempt leaves. */
class RunTracesTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private final Kept kept = new Kept();

  private static final class Kept implements SpanExporter {
    private final List<SpanData> spans = new CopyOnWriteArrayList<>();

    @Override
    public CompletableResultCode export(Collection<SpanData> ended) {
      spans.addAll(ended);
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode flush() {
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode shutdown() {
      return CompletableResultCode.ofSuccess();
    }

    SpanData named(String name) {
      return spans.stream().filter(span -> span.getName().equals(name)).findFirst().orElseThrow();
    }
  }

  private static WorkflowRun run() {
    return new WorkflowRun(
        "run-1",
        "ducklake-copy.data-imports",
        7,
        null,
        null,
        "source_schema",
        "s",
        "job",
        "t",
        "{}",
        NOW,
        null,
        1,
        "running",
        null,
        NOW,
        1,
        "me",
        NOW,
        false);
  }

  private static Attempt attempt(long id, int number) {
    return RunningAttempt.of(id, "run-1", number, 7, "ducklake-copy.data-imports", NOW);
  }

  @Test
  void theStagesOfAFailedAttemptAreItsChildrenAndTheLastOneFailed() {
    try (RunTraces traces = new RunTraces(SimpleSpanProcessor.create(kept))) {
      traces.began(run(), attempt(1, 1), false);
      traces.stage(attempt(1, 1), "plan");
      traces.stage(attempt(1, 1), "land");
      traces.ended(attempt(1, 1), AttemptStatus.FAILED);
      traces.released(attempt(1, 1));
    }
    SpanData root = kept.named("ducklake-copy.data-imports");
    assertThat(root.getParentSpanContext().isValid()).isFalse();
    assertThat(root.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    assertThat(root.getAttributes().asMap().toString())
        .contains("lakeferry.run=run-1", "lakeferry.team=7", "lakeferry.status=failed");
    assertThat(kept.named("plan").getParentSpanId()).isEqualTo(root.getSpanId());
    assertThat(kept.named("plan").getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
    assertThat(kept.named("land").getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
  }

  @Test
  void attemptsOfOneRunAreOneTraceWhateverProcessMakesThem() {
    try (RunTraces one = new RunTraces(SimpleSpanProcessor.create(kept));
        RunTraces other = new RunTraces(SimpleSpanProcessor.create(kept))) {
      one.began(run(), attempt(1, 1), false);
      one.released(attempt(1, 1));
      other.began(run(), attempt(2, 2), false);
      other.released(attempt(2, 2));
    }
    assertThat(kept.spans).hasSize(2);
    assertThat(kept.spans).extracting(SpanData::getTraceId).containsOnly(RunIds.traceId("run-1"));
  }

  @Test
  void whatIsStillOpenAtTheEndIsEnded() {
    try (RunTraces traces = new RunTraces(SimpleSpanProcessor.create(kept))) {
      traces.began(run(), attempt(1, 1), true);
      traces.stage(attempt(1, 1), "plan");
    }
    assertThat(kept.spans).extracting(SpanData::getName).contains("plan");
  }
}
