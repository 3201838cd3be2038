package dev.lakeferry.publish;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.generation.Chunks;
import dev.lakeferry.generation.Plan;
import dev.lakeferry.generation.PlannedObject;
import dev.lakeferry.lake.LiveTable.DataFile;
import dev.lakeferry.naming.TableName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a committed shadow holds of its plan, as the catalog tells.
 *
 * <p>Law "objects that the catalog may know are sacred": by this a file is never registered twice.
 */
public final class ShadowContents {
  private final Plan plan;
  private final List<String> missing = new ArrayList<>();
  private final boolean registersOthers;
  private final boolean rewritten;
  private final boolean divided;

  /**
   * Compares.
   *
   * @param plan in chunks
   * @param landingUri where its objects lie, ending with a slash; empty if it lands none
   * @param files the shadow's live files
   */
  public ShadowContents(Plan plan, Optional<String> landingUri, List<DataFile> files) {
    this.plan = plan;
    Map<String, Integer> registered = new HashMap<>();
    files.stream()
        .filter(file -> !file.written())
        .forEach(file -> registered.merge(file.path(), 1, Integer::sum));
    this.rewritten = files.stream().anyMatch(DataFile::written);
    boolean partly = false;
    int found = 0;
    for (Map.Entry<String, List<PlannedObject>> chunk : Chunks.of(plan).entrySet()) {
      int there = 0;
      for (PlannedObject object : chunk.getValue()) {
        if (registered.getOrDefault(landingUri.orElseThrow() + object.landedPath(), 0) == 1) {
          there++;
        }
      }
      if (there == 0) {
        missing.add(chunk.getKey());
      }
      partly |= there > 0 && there < chunk.getValue().size();
      found += there;
    }
    this.divided = partly;
    this.registersOthers =
        registered.size() != found || registered.values().stream().anyMatch(times -> times > 1);
  }

  /** The chunks of which no file is registered yet. */
  List<String> missing(TableName shadow) {
    if (divided || registersOthers) {
      throw new FinalFailure(
          ("The shadow %s holds other files than its plan's, or a part of a step; the live table and"
                  + " all objects stay. Retry the run: it fills a new one.")
              .formatted(shadow));
    }
    return List.copyOf(missing);
  }

  /** Whether it holds each planned file exactly once and nothing else. */
  boolean isWhole() {
    return mayBeAdopted() && missing.isEmpty();
  }

  /**
   * Whether a later attempt of the same plan may go on with it. Not before its rewritten rows are
   * there: what a killed worker left of them lies below the shadow's path, where nobody could tell
   * it from what the table is made of.
   */
  public boolean mayBeAdopted() {
    return !divided && !registersOthers && rewritten == !plan.rewritten().isEmpty();
  }
}
