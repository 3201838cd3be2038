package dev.lakeferry.traces;

import dev.lakeferry.job.RecordedPublication;
import dev.lakeferry.naming.TableName;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;

/** The span of an attempt, and that of the stage that it is in. */
final class AttemptSpans {
  private final Tracer tracer;
  private final Span attempt;
  private Span stage;

  AttemptSpans(Tracer tracer, Span attempt) {
    this.tracer = tracer;
    this.attempt = attempt;
  }

  synchronized void named(TableName table) {
    attempt.setAttribute("lakeferry.table", table.toString());
  }

  synchronized void next(String name) {
    endStage();
    stage = tracer.spanBuilder(name).setParent(Context.root().with(attempt)).startSpan();
  }

  synchronized void published(RecordedPublication publication) {
    attempt.setAttribute("lakeferry.rows", publication.rows());
    attempt.setAttribute("lakeferry.files", publication.files());
    attempt.setAttribute("lakeferry.bytes", publication.bytes());
  }

  /** How the attempt ended; where it failed, so did the stage that it was in. */
  synchronized void status(String status, boolean failed) {
    attempt.setAttribute("lakeferry.status", status);
    if (failed) {
      attempt.setStatus(StatusCode.ERROR);
      if (stage != null) {
        stage.setStatus(StatusCode.ERROR);
      }
    }
  }

  synchronized void end() {
    endStage();
    attempt.end();
  }

  private void endStage() {
    if (stage != null) {
      stage.end();
      stage = null;
    }
  }
}
