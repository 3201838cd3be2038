package dev.lakeferry.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Kills at random moments under load. {@code -Dfaults.kills=200 -Dfaults.completions=500} is the
 * long one; {@code -Dfaults.seed} repeats the choices, though not the moments.
 */
@Tag("faults")
@ExtendWith(InLab.class)
class RandomKillsIT {
  private static final int KILLS = Integer.getInteger("faults.kills", 20);
  private static final int COMPLETIONS = Integer.getInteger("faults.completions", 100);
  private static final int TEAMS = 5;
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  /** How long all of the load may take once nothing is killed any more: hardly any was done. */
  private static final Duration RECOVERY = PATIENCE.plusSeconds(3L * COMPLETIONS);

  private final Lab lab;

  RandomKillsIT(Lab lab) {
    this.lab = lab;
  }

  @Test
  void everyCompletionIsPublishedOnceHoweverOftenWorkersAreKilled() {
    long seed = Long.getLong("faults.seed", System.nanoTime());
    Random random = new Random(seed);
    lab.replicas(2);
    List<Carried> load = new ArrayList<>();
    for (int i = 0; i < COMPLETIONS; i++) {
      load.add(new Carried(600 + i % TEAMS, "soak_" + i, 1));
    }
    int killed = 0;
    for (int kill = 0; kill < KILLS; kill++) {
      int submitted = COMPLETIONS * (kill + 1) / KILLS;
      load.subList(COMPLETIONS * kill / KILLS, submitted).forEach(lab::complete);
      killed += killOne(random, load.subList(0, submitted)) ? 1 : 0;
    }
    assertThat(killed).as("workers killed").isGreaterThan(KILLS / 2);
    Recovery recovery = new Recovery();
    Awaitility.await("all of the load is done, seed " + seed)
        .atMost(RECOVERY)
        .pollInterval(Duration.ofMillis(200))
        .until(() -> allDone(load));
    lab.table().add(lab, killed + " random kills", recovery.time(), load);
    lab.endState().published(load);
    load.forEach(lab.endState()::live);
    lab.endState().clean();
    assertThat(lab.endState().looks()).as("looks of the background reader").isGreaterThan(100);
  }

  /** Waits until somebody works, a random while more, and kills whoever works then. */
  private boolean killOne(Random random, List<Carried> submitted) {
    Awaitility.await("somebody works")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> !working().isEmpty() || allDone(submitted));
    Awaitility.await().pollDelay(Duration.ofMillis(random.nextInt(800))).until(() -> true);
    List<String> owners = working();
    if (owners.isEmpty()) {
      return false;
    }
    lab.kill(owners.get(random.nextInt(owners.size())));
    return true;
  }

  private List<String> working() {
    return lab.runs().owners().stream().filter(lab::isAlive).toList();
  }

  private boolean allDone(List<Carried> load) {
    return lab.runs().done(load) == load.size();
  }
}
