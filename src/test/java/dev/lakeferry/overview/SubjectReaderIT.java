package dev.lakeferry.overview;

import dev.lakeferry.state.FreshState;
import dev.lakeferry.state.StateDatabase;
import org.junit.jupiter.api.Test;

class SubjectReaderIT {
  @Test
  void probe() throws Exception {
    try (StateDatabase state = FreshState.open()) {
      new Seed(state).many(10_000, 12);
      for (int i = 0; i < 8; i++) {
        long began = System.nanoTime();
        var facts = new SubjectReader(state.jdbi()).read(null);
        System.out.println("PROBE " + facts.size() + " in " + (System.nanoTime() - began) / 1_000_000);
      }
      String url = state.jdbi().withHandle(h -> h.getConnection().getMetaData().getURL());
      System.out.println("PROBE " + url);
      java.nio.file.Path stop = java.nio.file.Path.of("/tmp/d-page-go-on");
      long until = System.nanoTime() + 1_500_000_000_000L;
      while (!java.nio.file.Files.exists(stop) && System.nanoTime() < until) {
        Thread.sleep(500);
      }
    }
  }
}
