package dev.lakeferry.traces;

import dev.lakeferry.job.Attempt;
import dev.lakeferry.job.AttemptEvents;
import dev.lakeferry.job.AttemptStatus;
import dev.lakeferry.job.RecordedPublication;
import dev.lakeferry.job.WorkflowRun;
import dev.lakeferry.naming.TableName;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Makes spans where attempts and their stages are recorded. Spans are sent in the background; where
 * the collector is down they are dropped, and the work does not notice.
 */
public final class RunTraces implements AttemptEvents, AutoCloseable {
  private static final long LAST_WORDS_SECONDS = 5;

  private final SdkTracerProvider provider;
  private final Tracer tracer;
  private final RunIds ids = new RunIds();
  private final Map<Long, AttemptSpans> open = new ConcurrentHashMap<>();

  RunTraces(SpanProcessor processor) {
    this.provider =
        SdkTracerProvider.builder()
            .setIdGenerator(ids)
            .setResource(
                Resource.getDefault()
                    .merge(
                        Resource.create(
                            Attributes.builder().put("service.name", "lakeferry").build())))
            .addSpanProcessor(processor)
            .build();
    this.tracer = provider.get("dev.lakeferry");
  }

  /**
   * Sends spans to a collector by OTLP over HTTP.
   *
   * @param endpoint with its path, such as {@code http://collector:4318/v1/traces}
   */
  public static RunTraces sentTo(String endpoint) {
    return new RunTraces(
        BatchSpanProcessor.builder(OtlpHttpSpanExporter.builder().setEndpoint(endpoint).build())
            .build());
  }

  @Override
  public void began(WorkflowRun run, Attempt attempt, boolean resumed) {
    AttemptSpans spans =
        ids.within(
            run.id(),
            () ->
                new AttemptSpans(
                    tracer,
                    tracer
                        .spanBuilder(run.workflow())
                        .setParent(Context.root())
                        .setAttribute("lakeferry.run", run.id())
                        .setAttribute("lakeferry.workflow", run.workflow())
                        .setAttribute("lakeferry.team", run.teamId())
                        .setAttribute("lakeferry.attempt", attempt.attempt())
                        .setAttribute("lakeferry.resumed", resumed)
                        .startSpan()));
    open.put(attempt.id(), spans);
  }

  @Override
  public void named(Attempt attempt, TableName table) {
    find(attempt).ifPresent(spans -> spans.named(table));
  }

  @Override
  public void stage(Attempt attempt, String stage) {
    find(attempt).ifPresent(spans -> spans.next(stage));
  }

  @Override
  public void published(Attempt attempt, RecordedPublication publication) {
    find(attempt).ifPresent(spans -> spans.published(publication));
  }

  @Override
  public void ended(Attempt attempt, AttemptStatus status) {
    find(attempt)
        .ifPresent(
            spans ->
                spans.status(
                    status.name().toLowerCase(Locale.ROOT), status == AttemptStatus.FAILED));
  }

  @Override
  public void released(Attempt attempt) {
    Optional.ofNullable(open.remove(attempt.id())).ifPresent(AttemptSpans::end);
  }

  private Optional<AttemptSpans> find(Attempt attempt) {
    return Optional.ofNullable(open.get(attempt.id()));
  }

  /** Sends what is left. */
  @Override
  public void close() {
    open.values().forEach(AttemptSpans::end);
    open.clear();
    provider.shutdown().join(LAST_WORDS_SECONDS, TimeUnit.SECONDS);
  }
}
