package dev.lakeferry.metrics;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Gives the counters of {@link UpstreamMeters} the names that existing dashboards ask for.
 *
 * <p>Prometheus' Java client ends every counter with {@code _total}, whatever its naming convention
 * says. In the plain text format a counter may be called anything, so there only the ending goes.
 * OpenMetrics, which Prometheus asks for by default, knows no counter without it: there such a
 * family is of type {@code unknown}, over which {@code rate()} works as well.
 */
final class ScrapeNames {
  private static final Pattern SAMPLE = Pattern.compile("(?m)^(\\w+)_total(?=[ {])");
  private static final Pattern COMMENT =
      Pattern.compile("(?m)^(# (?:TYPE|HELP) )(\\w+?)(_total)?( .*)?$");

  private final Set<String> names;

  /** Takes the counters' names without the ending. */
  ScrapeNames(Set<String> names) {
    this.names = Set.copyOf(names);
  }

  String of(String scrape, boolean openMetrics) {
    String samples =
        SAMPLE
            .matcher(scrape)
            .replaceAll(
                sample ->
                    Matcher.quoteReplacement(
                        names.contains(sample.group(1)) ? sample.group(1) : sample.group()));
    return COMMENT
        .matcher(samples)
        .replaceAll(comment -> Matcher.quoteReplacement(comment(comment, openMetrics)));
  }

  private String comment(java.util.regex.MatchResult comment, boolean openMetrics) {
    String name = comment.group(2);
    if (!names.contains(name)) {
      return comment.group();
    }
    String rest = comment.group(4) == null ? "" : comment.group(4);
    boolean type = comment.group(1).equals("# TYPE ");
    return comment.group(1) + name + (type && openMetrics ? " unknown" : rest);
  }
}
