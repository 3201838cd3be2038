package dev.lakeferry.overview;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The stages of an attempt, in the order in which they come. */
public final class Stages {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** For a table that others publish to; only where it is busy. */
  private static final String WAITING = "waiting";

  private static final List<String> ORDER =
      List.of(
          "plan", "land", WAITING, "check", "register", "verify", "swap", "commit", "read back");

  private Stages() {}

  /**
   * Reads them.
   *
   * @param millis what was recorded, as JSON; what is not a number in it is passed over
   * @param current the stage that it is in, or null when it has ended
   * @param currentMillis how long it is in it
   */
  public static List<StageLine> of(String millis, String current, long currentMillis) {
    List<StageLine> stages = new ArrayList<>();
    boolean seen = false;
    for (var entry : parse(millis).properties()) {
      boolean now = entry.getKey().equals(current);
      seen |= now;
      if (entry.getValue().isNumber()) {
        long spent = Math.max(0, entry.getValue().asLong());
        stages.add(new StageLine(entry.getKey(), now ? spent + currentMillis : spent, now));
      }
    }
    if (current != null && !seen) {
      stages.add(new StageLine(current, currentMillis, true));
    }
    stages.sort(Comparator.comparing(stage -> place(stage.name())));
    return List.copyOf(stages);
  }

  /** What usually comes after a stage; nothing after one that is not known. */
  static List<String> after(String stage) {
    int place = ORDER.indexOf(stage);
    return place < 0
        ? List.of()
        : ORDER.subList(place + 1, ORDER.size()).stream()
            .filter(next -> !next.equals(WAITING))
            .toList();
  }

  private static JsonNode parse(String millis) {
    try {
      return JSON.readTree(millis);
    } catch (JsonProcessingException e) {
      return JSON.createObjectNode();
    }
  }

  private static int place(String stage) {
    int place = ORDER.indexOf(stage);
    return place < 0 ? ORDER.size() : place;
  }
}
