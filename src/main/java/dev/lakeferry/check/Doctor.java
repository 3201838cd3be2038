package dev.lakeferry.check;

import dev.lakeferry.job.ErrorText;
import dev.lakeferry.settings.Settings;
import dev.lakeferry.settings.SettingsException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at everything that the service needs. A part that is broken does not keep the others from
 * being looked at; what needs a dead part is told as not checked, and a part that does not answer
 * is given up after a while. What is written to the lake's bucket lies under a prefix of its own
 * and is removed again.
 */
public final class Doctor {
  private static final Logger LOG = LoggerFactory.getLogger(Doctor.class);
  private static final String SETTINGS = "settings";

  private final Settings settings;
  private final Surroundings surroundings;
  private final ErrorText texts;

  /** Takes settings that were read; connects nothing. */
  public Doctor(Settings settings, Surroundings surroundings) {
    this.settings = settings;
    this.surroundings = surroundings;
    this.texts = new ErrorText(settings.secrets());
  }

  /** The report where the settings cannot be used: then nothing else can be looked at. */
  public static List<Line> broken(SettingsException problems) {
    List<Line> lines = new ArrayList<>();
    for (String problem : problems.problems()) {
      lines.add(
          new Line(
              SETTINGS,
              Result.FAILED,
              problem,
              "Set or correct the variable; docs/configuration.md describes each.",
              0));
    }
    lines.add(
        new Line(
            "everything else", Result.NOT_CHECKED, "the settings have to be usable first", "", 0));
    return lines;
  }

  /** Looks at every part in turn; each line is told as soon as it is known. */
  public List<Line> look(Consumer<Line> told) {
    List<Line> lines = new ArrayList<>();
    Consumer<Line> both =
        line -> {
          lines.add(line);
          told.accept(line);
        };
    tellSettings(both);
    ExecutorService threads = Executors.newCachedThreadPool(Doctor::daemon);
    try (ProbePlace place = new ProbePlace(settings, surroundings.limit())) {
      Set<String> dead = new HashSet<>();
      for (Probe probe : Probes.of(settings, surroundings, place)) {
        long began = System.nanoTime();
        Finding finding =
            probe.needs().stream()
                .filter(dead::contains)
                .findFirst()
                .map(needed -> Finding.notChecked("'" + needed + "' has to be mended first"))
                .orElseGet(() -> looked(probe, threads));
        if (finding.blocks()) {
          dead.add(probe.name());
        }
        both.accept(line(probe.name(), finding, began));
      }
      long began = System.nanoTime();
      Optional<Finding> left = place.clear();
      left.ifPresent(finding -> both.accept(line("what was written", finding, began)));
    } finally {
      threads.shutdownNow();
    }
    return lines;
  }

  private void tellSettings(Consumer<Line> told) {
    if (settings.warnings().isEmpty()) {
      told.accept(new Line(SETTINGS, Result.OK, "all are set and agree with one another", "", 0));
    }
    for (String warning : settings.warnings()) {
      told.accept(
          new Line(SETTINGS, Result.WARNING, texts.of(warning), "See docs/configuration.md.", 0));
    }
  }

  private Finding looked(Probe probe, ExecutorService threads) {
    Duration limit = surroundings.limit();
    Future<Finding> answer = threads.submit(probe::look);
    try {
      return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      answer.cancel(true);
      return Finding.failed(
          "no answer within %d s".formatted(limit.toSeconds()),
          "See whether the server is up and a firewall lets this host through.");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Finding.failed("interrupted", "Run the check again.");
    } catch (ExecutionException e) {
      LOG.debug("The probe of {} failed", probe.name(), e.getCause());
      return Finding.failed(
          texts.of(e.getCause()),
          "Mend what this names; with --verbose the command shows where it came from.");
    }
  }

  private Line line(String name, Finding finding, long began) {
    return new Line(
        name,
        finding.result(),
        texts.of(finding.found()).replaceAll("\\R", " "),
        texts.of(finding.change()),
        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began));
  }

  private static Thread daemon(Runnable look) {
    Thread thread = new Thread(look, "check");
    thread.setDaemon(true);
    return thread;
  }
}
