package dev.lakeferry.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.openfeature.sdk.EvaluationContext;
import dev.openfeature.sdk.FeatureProvider;
import dev.openfeature.sdk.Metadata;
import dev.openfeature.sdk.ProviderEvaluation;
import dev.openfeature.sdk.Value;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class DeadlineTest {
  private static final GateSubject TEAM_7 = new GateSubject(7, "uuid-7", null);
  private static final Duration DEADLINE = Duration.ofMillis(50);

  private final CountDownLatch answer = new CountDownLatch(1);
  private final List<String> failures = new CopyOnWriteArrayList<>();

  /** A service whose library waits for ever and minds no interruption. */
  private final class Stuck implements FlagSource, FeatureProvider {
    @Override
    public FeatureProvider provider() {
      return this;
    }

    @Override
    public ProviderEvaluation<Boolean> getBooleanEvaluation(
        String key, Boolean fallback, EvaluationContext subject) {
      boolean interrupted = false;
      while (true) {
        try {
          answer.await();
          break;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      return ProviderEvaluation.<Boolean>builder().value(true).build();
    }

    @Override
    public ProviderEvaluation<String> getStringEvaluation(
        String key, String fallback, EvaluationContext subject) {
      throw new UnsupportedOperationException();
    }

    @Override
    public ProviderEvaluation<Integer> getIntegerEvaluation(
        String key, Integer fallback, EvaluationContext subject) {
      throw new UnsupportedOperationException();
    }

    @Override
    public ProviderEvaluation<Double> getDoubleEvaluation(
        String key, Double fallback, EvaluationContext subject) {
      throw new UnsupportedOperationException();
    }

    @Override
    public ProviderEvaluation<Value> getObjectEvaluation(
        String key, Value fallback, EvaluationContext subject) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Metadata getMetadata() {
      return () -> "stuck";
    }

    @Override
    public Optional<String> problem() {
      return Optional.empty();
    }

    @Override
    public String problemKind() {
      return "STUCK";
    }

    @Override
    public String remedy() {
      return "wait";
    }

    @Override
    public void close() {
      answer.countDown();
    }
  }

  @Test
  void manyDecisionsOfAServiceThatHangsAreOffInABoundedTime() {
    try (Gate gate = new Gate(new Stuck(), DEADLINE, (flag, kind) -> failures.add(kind))) {
      long began = System.nanoTime();
      for (int i = 0; i < 200; i++) {
        GateDecision decision = gate.decide("any", TEAM_7);
        assertThat(decision.open()).isFalse();
        assertThat(decision.error()).isTrue();
      }
      // The first ones wait for their deadline; then every thread hangs, and nobody waits.
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(10));
    }
    assertThat(failures).hasSize(200).containsOnly("TIMEOUT");
  }
}
