package dev.lakeferry.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The figures of a scenario, for people and for programs. */
record Report(String scenario, String about, Map<String, String> machine, List<Series> series) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** How many times the floor's median a contender's is. */
  double ratio(Series one) {
    return one.median() / series.get(0).median();
  }

  /** The same for processor time, which tells more where others use the machine as well. */
  double processorRatio(Series one) {
    return one.medianProcessor() / series.get(0).medianProcessor();
  }

  /** Whether every contender stays below its limit. */
  boolean met() {
    return series.stream().allMatch(this::met);
  }

  private boolean met(Series one) {
    if (one.contender().limit() instanceof Limit.Seconds within) {
      return one.median() <= within.atMost();
    }
    if (one.contender().limit() instanceof Limit.Ratio ratio) {
      return ratio(one) <= ratio.atMost() && notSlowerThanPeers(one);
    }
    return true;
  }

  private boolean notSlowerThanPeers(Series one) {
    return series.stream()
        .filter(other -> other.contender().limit() instanceof Limit.Peer)
        .allMatch(peer -> one.median() <= peer.median());
  }

  String table() {
    StringBuilder table = new StringBuilder("%n%s: %s%n%n".formatted(scenario, about));
    table.append(
        String.format(
            Locale.ROOT,
            "%-28s %9s %9s %9s %8s %8s %10s %8s%n",
            "seconds",
            "median",
            "least",
            "most",
            "ratio",
            "at most",
            "processor",
            "ratio"));
    for (Series one : series) {
      table.append(
          String.format(
              Locale.ROOT,
              "%-28s %9.3f %9.3f %9.3f %8.2f %8s %10.2f %8.2f%n",
              one.contender().name(),
              one.median(),
              one.least(),
              one.most(),
              ratio(one),
              one.contender().limit(),
              one.medianProcessor(),
              processorRatio(one)));
    }
    return table.append(met() ? "met\n" : "NOT MET\n").toString();
  }

  void write(Path file) throws IOException {
    ObjectNode report = JSON.createObjectNode();
    report.put("scenario", scenario).put("about", about).put("met", met());
    ObjectNode where = report.putObject("machine");
    machine.forEach(where::put);
    ArrayNode contenders = report.putArray("contenders");
    for (Series one : series) {
      ObjectNode contender = contenders.addObject().put("name", one.contender().name());
      contender.put("median", one.median()).put("least", one.least()).put("most", one.most());
      contender.put("ratio", ratio(one));
      contender.put("limit", one.contender().limit().toString()).put("met", met(one));
      contender.put("medianProcessor", one.medianProcessor());
      contender.put("processorRatio", processorRatio(one));
      ArrayNode seconds = contender.putArray("seconds");
      ArrayNode processor = contender.putArray("processor");
      for (Took turn : one.turns()) {
        seconds.add(turn.seconds());
        processor.add(turn.processor());
      }
    }
    Files.createDirectories(file.getParent());
    JSON.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), report);
  }
}
