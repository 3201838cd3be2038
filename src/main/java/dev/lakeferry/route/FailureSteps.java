package dev.lakeferry.route;

import dev.lakeferry.failure.Causes;
import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.failure.RunFailure;
import dev.lakeferry.failure.SupersededFailure;
import dev.lakeferry.job.Attempt;
import dev.lakeferry.job.AttemptStatus;
import dev.lakeferry.job.AttemptStore;
import dev.lakeferry.job.FailureKind;
import dev.lakeferry.job.Generations;
import dev.lakeferry.job.Jobs;
import dev.lakeferry.job.RetryPolicy;
import dev.lakeferry.landing.ObjectCopy;
import dev.lakeferry.objects.S3Uri;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.camel.CamelExchangeException;
import org.apache.camel.Exchange;
import org.jdbi.v3.core.JdbiException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;

/** Writes down what became of a run that failed: the bean {@code failures} of the routes. */
public final class FailureSteps {
  private static final Logger LOG = LoggerFactory.getLogger(FailureSteps.class);

  private final Parts parts;
  private final Jobs jobs;
  private final AttemptStore attempts;
  private final WorkflowLimits limits;
  private final Generations generations;
  private final Told told = new Told();

  FailureSteps(Parts parts) {
    this.parts = parts;
    this.jobs = parts.jobs();
    this.limits = new WorkflowLimits(parts.settings());
    this.generations = new Generations(parts.state().jdbi());
    this.attempts = new AttemptStore(parts.state().jdbi());
  }

  /** Ends the attempt as failed or stale, or gives the run back where its table is busy. */
  public void record(Exchange exchange) {
    Throwable thrown = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Throwable.class);
    Optional<Passage> passage = Passage.find(exchange);
    if (passage.isEmpty()) {
      LOG.error(
          "A claimed run could not be read; it is taken up again when its lease ends.", thrown);
      return;
    }
    try (RunContext context = RunContext.of(passage.get())) {
      recordIfOurs(passage.get(), told(thrown, exchange));
    }
  }

  private void recordIfOurs(Passage passage, Throwable failure) {
    try {
      if (passage.startedAttempt().isEmpty()) {
        record(passage, failure);
        return;
      }
      Optional<Attempt> now = attempts.find(passage.attempt().id());
      if (now.filter(attempt -> attempt.status() == AttemptStatus.COMPLETED).isPresent()) {
        // Law "states tell the truth": a finished swap is never recorded as failed.
        LOG.error(
            "A step after the publication failed; {} is published and stays so: {}",
            passage.table(),
            parts.errors().of(failure));
      } else if (now.filter(this::isOurs).isPresent()) {
        record(passage, judged(now.get(), failure));
      } else {
        LOG.warn(
            "{} is not ours any more, so nothing more is done or written down here: {}",
            passage.attempt(),
            parts.errors().of(failure));
      }
    } catch (JdbiException e) {
      // Its lease runs out, as it does for a worker that died; but this one lives.
      passage.startedAttempt().ifPresent(parts.heartbeats()::unrecorded);
      LOG.error(
          "What became of {} could not be written down ({}); it is taken over when its lease ends."
              + " What had happened: {}",
          passage.run().id(),
          parts.errors().of(e),
          parts.errors().of(failure));
    }
  }

  /**
   * Law "states tell the truth": once COMMIT was sent, only a conflict says that nothing was
   * published. Any other failure, such as a state database that is lost while the end is written
   * down, says nothing of it.
   */
  private Throwable judged(Attempt attempt, Throwable failure) {
    boolean told =
        failure instanceof RetryableFailure retryable
            && Set.of(RetryableFailure.Cause.CONFLICT, RetryableFailure.Cause.UNKNOWN_OUTCOME)
                .contains(retryable.kind());
    if (!attempt.commitSent() || told) {
      return failure;
    }
    LOG.error("A step after COMMIT failed", failure);
    return unknown(failure);
  }

  private RetryableFailure unknown(Throwable failure) {
    return new RetryableFailure(
        RetryableFailure.Cause.UNKNOWN_OUTCOME,
        ("COMMIT was sent, and then something else failed (%s). Whether the table is published is asked"
                + " of the catalog until it answers.")
            .formatted(parts.errors().of(failure)),
        failure);
  }

  /** Else another took it over, or it was given back when the service stopped. */
  private boolean isOurs(Attempt attempt) {
    return attempt.status() == AttemptStatus.RUNNING
        && parts.instance().value().equals(attempt.owner());
  }

  private void record(Passage passage, Throwable failure) {
    if (failure instanceof RetryableFailure unknown
        && unknown.kind() == RetryableFailure.Cause.UNKNOWN_OUTCOME) {
      LOG.error("{}", parts.errors().of(unknown));
      passage.watch().close();
      jobs.leaveUnknown(passage.attempt());
      return;
    }
    if (failure instanceof RetryableFailure retryable
        && retryable.kind() == RetryableFailure.Cause.BUSY) {
      LOG.info("{}", retryable.getMessage());
      jobs.busy(passage.run(), parts.settings().duration("lakeferry.busy.delay"));
      parts.events().retried(passage.run(), FailureKind.cause(failure));
      return;
    }
    if (failure instanceof RetryableFailure retryable
        && retryable.kind() == RetryableFailure.Cause.HELD) {
      LOG.info("{}", retryable.getMessage());
      jobs.held(passage.run(), passage.lake().holds(parts.state().jdbi()), passage.table());
      return;
    }
    if (mayBeRebuilt(passage, failure)) {
      LOG.info("{}", failure.getMessage());
      jobs.busy(passage.run(), parts.settings().duration("lakeferry.copy.rebuild-poll"));
      parts.events().retried(passage.run(), FailureKind.cause(failure));
      return;
    }
    Optional<String> newer = goneAndOvertaken(passage, failure);
    if (newer.isPresent()) {
      record(
          passage,
          new SupersededFailure(
              newer.get(),
              "Its source is gone, and a newer generation of the table is known (run %s): %s"
                  .formatted(newer.get(), failure.getMessage())));
      return;
    }
    String stage = passage.startedAttempt().isPresent() ? "" : " before its attempt began";
    if (failure instanceof SupersededFailure) {
      LOG.info("Superseded: {}", failure.getMessage());
    } else if (failure instanceof RunFailure) {
      LOG.error("Failed{}: {}", stage, parts.errors().of(failure));
    } else {
      LOG.error("Failed{} by a fault of the program", stage, failure);
    }
    RetryPolicy retries = limits.retries(passage.run().workflow());
    Optional<Duration> wait =
        passage.startedAttempt().isPresent()
            ? jobs.fail(passage.attempt(), failure, kept(passage), retries)
            : jobs.fail(passage.run(), failure, retries);
    wait.ifPresent(again -> parts.events().retried(passage.run(), FailureKind.cause(failure)));
    wait.ifPresent(
        again ->
            LOG.warn(
                "Attempt {} of {}; the run is tried again in {} s",
                passage.run().attempts(),
                retries.attempts(),
                again.toSeconds()));
  }

  /** A source that was collected under a run: stale where a newer generation is known. */
  private Optional<String> goneAndOvertaken(Passage passage, Throwable failure) {
    return failure instanceof RunFailure
            && !(failure instanceof SupersededFailure)
            && passage.startedAttempt().isPresent()
            && passage.confirmedLanding().isEmpty()
        ? generations.newerKnown(passage.run())
        : Optional.empty();
  }

  /** A Delta table that is being rebuilt is waited for, but not for ever. */
  private boolean mayBeRebuilt(Passage passage, Throwable failure) {
    return failure instanceof RetryableFailure retryable
        && retryable.kind() == RetryableFailure.Cause.REBUILDING
        && attempts
                .age(passage.attempt())
                .compareTo(parts.settings().duration("lakeferry.copy.rebuild-wait"))
            < 0;
  }

  private String kept(Passage passage) {
    String objects =
        passage
            .begunLanding()
            .map(
                landing ->
                    "%d of %d objects under %s stay where they are"
                        .formatted(
                            landing.landedObjects(),
                            landing.objects(),
                            S3Uri.of(passage.lake().bucket(), landing.prefix().key())))
            .orElse("nothing was copied");
    return passage
        .knownTable()
        .map(table -> "The live table %s is as it was; %s.".formatted(table, objects))
        .orElse("No table was touched; " + objects + ".");
  }

  /** What to tell: a run's failure wherever it stands in the chain, or what S3 said of a copy. */
  private static Throwable told(Throwable thrown, Exchange exchange) {
    Optional<RunFailure> failure = Causes.first(thrown, RunFailure.class);
    if (failure.isPresent()) {
      return failure.get();
    }
    Optional<SdkException> answer = Causes.first(thrown, SdkException.class);
    if (answer.isEmpty()) {
      return thrown;
    }
    ObjectCopy copy = failedCopy(thrown, exchange);
    return copy == null ? answer.get() : copy.failure(answer.get());
  }

  /** A split hands its part's exchange on with the exception. */
  private static ObjectCopy failedCopy(Throwable thrown, Exchange exchange) {
    return Causes.of(thrown)
        .filter(CamelExchangeException.class::isInstance)
        .map(cause -> ((CamelExchangeException) cause).getExchange())
        .filter(Objects::nonNull)
        .map(LandSteps::copyOf)
        .filter(Objects::nonNull)
        .findFirst()
        .orElseGet(() -> LandSteps.copyOf(exchange));
  }

  /** Tells once that a poll fails, and not again until it fails otherwise. */
  public void poll(Exchange exchange) {
    Throwable thrown = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Throwable.class);
    if (thrown instanceof Readiness.Stopping) {
      return;
    }
    String poll = exchange.getFromRouteId();
    String message = parts.errors().of(thrown);
    if (told.isNews(poll, message)) {
      LOG.warn(
          "{}: nothing is done for now, and it is tried again with each poll. {}", poll, message);
    }
  }
}
