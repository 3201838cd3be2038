package dev.lakeferry.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jdbi.v3.core.Jdbi;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How much waits in the state database. It is asked every few seconds by a thread of its own, so
 * that no scrape waits for it; while it does not answer, the gauges are not a number. Every replica
 * tells the same: take the maximum over them, not the sum.
 */
public final class QueueGauges implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(QueueGauges.class);

  private final Jdbi jdbi;
  private final MultiGauge due;
  private final MultiGauge oldest;
  private final MultiGauge running;
  private final ScheduledExecutorService reader =
      Executors.newSingleThreadScheduledExecutor(QueueGauges::daemon);
  private volatile double inbox = Double.NaN;

  /** Registers the gauges; nothing is read before {@link #start}. */
  public QueueGauges(MeterRegistry registry, Jdbi jdbi) {
    this.jdbi = jdbi;
    this.due = MultiGauge.builder("lakeferry.queue.due.runs").register(registry);
    this.oldest = MultiGauge.builder("lakeferry.queue.oldest.due.age.seconds").register(registry);
    this.running = MultiGauge.builder("lakeferry.queue.running.runs").register(registry);
    Gauge.builder("lakeferry.queue.inbox", () -> inbox).register(registry);
  }

  /** Reads now and then, until it is closed. */
  public void start(Duration period) {
    reader.scheduleWithFixedDelay(this::read, 0, period.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** What waits of one workflow. */
  private record Waiting(String workflow, double due, double oldest, double running) {}

  void read() {
    try {
      List<Waiting> waiting = new ArrayList<>(Known.WORKFLOWS.size());
      double taken =
          jdbi.withHandle(
              handle -> {
                handle
                    .createQuery(
                        """
                        SELECT
                          w.workflow,
                          count(r.id) FILTER (WHERE r.state = 'due' AND r.not_before <= now()) AS due,
                          COALESCE(EXTRACT(EPOCH FROM now() - min(r.not_before)
                            FILTER (WHERE r.state = 'due' AND r.not_before <= now())), 0) AS oldest,
                          count(r.id) FILTER (WHERE r.state = 'running') AS running
                        FROM unnest(CAST(:workflows AS text[])) AS w (workflow)
                        LEFT JOIN workflow_run r
                          ON r.workflow = w.workflow AND r.state IN ('due', 'running')
                        GROUP BY w.workflow
                        """)
                    .bindArray("workflows", String.class, Known.WORKFLOWS)
                    .map(
                        (row, context) ->
                            new Waiting(
                                row.getString(1),
                                row.getDouble(2),
                                row.getDouble(3),
                                row.getDouble(4)))
                    .forEach(waiting::add);
                return handle
                    .createQuery(
                        """
                        SELECT
                          (SELECT count(*) FROM completed_import WHERE taken_at IS NULL)
                          + (SELECT count(*) FROM completed_materialization WHERE taken_at IS NULL)
                        """)
                    .mapTo(Double.class)
                    .one();
              });
      inbox = taken;
      tell(waiting);
    } catch (RuntimeException e) {
      LOG.debug("The queue cannot be read for the metrics", e);
      inbox = Double.NaN;
      tell(
          Known.WORKFLOWS.stream()
              .map(name -> new Waiting(name, Double.NaN, Double.NaN, Double.NaN))
              .toList());
    }
  }

  private void tell(List<Waiting> waiting) {
    due.register(rows(waiting, Waiting::due), true);
    oldest.register(rows(waiting, Waiting::oldest), true);
    running.register(rows(waiting, Waiting::running), true);
  }

  private static List<Row<?>> rows(
      List<Waiting> waiting, java.util.function.ToDoubleFunction<Waiting> value) {
    List<Row<?>> rows = new ArrayList<>();
    for (Waiting one : waiting) {
      rows.add(Row.of(Tags.of("workflow", one.workflow()), value.applyAsDouble(one)));
    }
    return rows;
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "queue-gauges");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void close() {
    reader.shutdownNow();
  }
}
