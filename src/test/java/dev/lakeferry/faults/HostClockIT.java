package dev.lakeferry.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The clocks of two hosts are twenty minutes apart; leases and the order of generations go by the
 * database's. A library that shifts a process' time is built where there is a C compiler.
 */
@Tag("faults")
@ExtendWith(InLab.class)
class HostClockIT {
  private static final String SHIFTED =
      """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <stdlib.h>
      #include <sys/time.h>
      #include <time.h>

      static long shift(void) {
        const char *text = getenv("FAULTS_CLOCK_SHIFT");
        return text ? atol(text) : 0;
      }

      int clock_gettime(clockid_t clock, struct timespec *now) {
        static int (*real)(clockid_t, struct timespec *);
        if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
        int answer = real(clock, now);
        if (clock == CLOCK_REALTIME) now->tv_sec += shift();
        return answer;
      }

      int gettimeofday(struct timeval *now, void *zone) {
        static int (*real)(struct timeval *, void *);
        if (!real) real = dlsym(RTLD_NEXT, "gettimeofday");
        int answer = real(now, zone);
        now->tv_sec += shift();
        return answer;
      }
      """;

  @TempDir private Path directory;

  private final Lab lab;

  HostClockIT(Lab lab) {
    this.lab = lab;
  }

  @Test
  void replicasWhoseClocksAreTwentyMinutesApartLoseNothingAndGoNeverBackwards() throws Exception {
    Path library = library();
    lab.replicas(2);
    lab.onlyReplicas(0);
    Replica ahead = lab.add("replica-ahead", clock(library, 600));
    Replica behind = lab.add("replica-behind", clock(library, -600));
    Carried first = lab.published(801, "clocks");
    List<Carried> load = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      load.add(new Carried(802 + i, "clocks", 1));
    }
    load.forEach(lab::complete);
    Carried second = first.next();
    Recovery recovery;
    try (var copies =
        lab.store()
            .trouble(
                request -> request.isCopy() && request.target().contains("team_801"),
                new StoreFault.Wait())) {
      lab.complete(second);
      copies.awaitHits(1);
      Replica holder = lab.replica(lab.runs().awaitStage(second, "land").owner());
      recovery = new Recovery();
      holder.kill();
    }
    lab.recovered("clocks of two hosts 20 min apart; kill -9: landing", recovery, second);
    lab.endState().published(load);
    assertThat(ahead.log()).as("a shifted clock shows in the log").isNotEmpty();
    assertThat(logHour(ahead)).isNotEqualTo(logHour(behind));
    lab.onlyReplicas(0);
  }

  /** Date, hour and the tens of minutes of the first line. */
  private static String logHour(Replica replica) {
    return replica
        .log()
        .lines()
        .filter(line -> line.startsWith("20"))
        .findFirst()
        .orElse("")
        .substring(0, 15);
  }

  private static Map<String, String> clock(Path library, int seconds) {
    return Map.of(
        "LD_PRELOAD", library.toString(), "FAULTS_CLOCK_SHIFT", Integer.toString(seconds));
  }

  private Path library() throws IOException, InterruptedException {
    Path source = Files.writeString(directory.resolve("shifted.c"), SHIFTED);
    Path library = directory.resolve("shifted.so");
    try {
      Process compiler =
          new ProcessBuilder(
                  "cc", "-shared", "-fPIC", "-o", library.toString(), source.toString(), "-ldl")
              .inheritIO()
              .start();
      assumeTrue(compiler.waitFor() == 0, "the C compiler does not work here");
    } catch (IOException e) {
      assumeTrue(false, "there is no C compiler here");
    }
    return library;
  }
}
