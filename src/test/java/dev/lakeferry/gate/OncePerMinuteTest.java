package dev.lakeferry.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class OncePerMinuteTest {

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
  private final OncePerMinute rarely = new OncePerMinute(now::get);

  @Test
  void letsEachKindThroughOnceAMinute() {
    assertThat(rarely.allows("missing")).isTrue();
    assertThat(rarely.allows("missing")).isFalse();
    assertThat(rarely.allows("broken")).isTrue();
    now.addAndGet(Duration.ofSeconds(59).toNanos());
    assertThat(rarely.allows("missing")).isFalse();
    now.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(rarely.allows("missing")).isTrue();
    assertThat(rarely.allows("missing")).isFalse();
  }
}
