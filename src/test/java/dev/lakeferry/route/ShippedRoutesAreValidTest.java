package dev.lakeferry.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ShippedRoutesAreValidTest {
  @Test
  void theShippedRoutesPassEveryCheck() {
    assertThat(new OfflineRoutes(Map.of()).check(Path.of("routes"))).isEmpty();
  }
}
