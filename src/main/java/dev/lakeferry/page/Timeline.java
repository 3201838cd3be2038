package dev.lakeferry.page;

import dev.lakeferry.overview.AttemptReport;
import dev.lakeferry.overview.StageLine;
import java.util.ArrayList;
import java.util.List;

/**
 * The stages of an attempt as bars that follow one another, so that the longest catches the eye.
 */
public final class Timeline {
  /** The narrowest bar that is still seen, in hundredths of the whole. */
  private static final double LEAST = 0.8;

  private Timeline() {}

  /**
   * A stage.
   *
   * @param from where its bar begins, in hundredths of the whole
   * @param width of the bar, in hundredths of the whole
   * @param milliseconds how long it took; null where it is still to come
   * @param state {@code done}, {@code now}, {@code failed} or {@code next}
   */
  public record Bar(String name, double from, double width, Long milliseconds, String state) {}

  /** Lays out an attempt's stages, and what is still to come. */
  public static List<Bar> of(AttemptReport attempt) {
    double whole = Math.max(1, attempt.stages().stream().mapToLong(StageLine::milliseconds).sum());
    List<Bar> bars = new ArrayList<>();
    double spent = 0;
    for (StageLine stage : attempt.stages()) {
      double width = Math.max(LEAST, 100 * stage.milliseconds() / whole);
      double from = Math.min(100 * spent / whole, 100 - width);
      bars.add(new Bar(stage.name(), from, width, stage.milliseconds(), state(attempt, stage)));
      spent += stage.milliseconds();
    }
    for (String next : attempt.stagesToCome()) {
      bars.add(new Bar(next, 0, 0, null, "next"));
    }
    return bars;
  }

  private static String state(AttemptReport attempt, StageLine stage) {
    if (stage.current()) {
      return "now";
    }
    boolean failedHere = attempt.status().equals("failed") && stage.name().equals(attempt.stage());
    return failedHere ? "failed" : "done";
  }
}
