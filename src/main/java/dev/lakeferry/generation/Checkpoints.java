package dev.lakeferry.generation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The checkpoints of a log: files of a name of its own each, or several parts of one, of which a
 * writer that was stopped may have left only some.
 */
final class Checkpoints {
  private static final Pattern CLASSIC =
      Pattern.compile("(\\d{20})\\.checkpoint(?:\\.(\\d{10})\\.(\\d{10}))?\\.parquet");
  private static final Pattern NAMED =
      Pattern.compile("(\\d{20})\\.checkpoint\\.[0-9A-Fa-f-]{36}\\.(parquet|json)");

  /** By version, then by the number of parts. */
  private final TreeMap<Long, Map<Integer, List<String>>> classic = new TreeMap<>();

  private final TreeMap<Long, String> named = new TreeMap<>();

  /**
   * A complete one.
   *
   * @param files names of Parquet files
   */
  record Checkpoint(long version, List<String> files) {}

  /** Takes a file's name, of whatever kind. */
  void add(String name) {
    Matcher matcher = CLASSIC.matcher(name);
    if (matcher.matches()) {
      int parts = matcher.group(3) == null ? 1 : Integer.parseInt(matcher.group(3));
      classic
          .computeIfAbsent(Long.parseLong(matcher.group(1)), version -> new TreeMap<>())
          .computeIfAbsent(matcher.group(3) == null ? 0 : parts, p -> new ArrayList<>())
          .add(name);
    } else {
      matcher = NAMED.matcher(name);
      if (matcher.matches()) {
        named.put(Long.parseLong(matcher.group(1)), name);
      }
    }
  }

  /** The newest version of any, complete or not. */
  Optional<Long> newestVersion() {
    long newest =
        Math.max(
            classic.isEmpty() ? -1 : classic.lastKey(), named.isEmpty() ? -1 : named.lastKey());
    return newest < 0 ? Optional.empty() : Optional.of(newest);
  }

  /** The newest that holds every action itself, up to a version. */
  Optional<Checkpoint> classic(long version) {
    for (var entry : classic.headMap(version, true).descendingMap().entrySet()) {
      for (var files : entry.getValue().entrySet()) {
        if (files.getValue().size() == Math.max(1, files.getKey())) {
          return Optional.of(new Checkpoint(entry.getKey(), List.copyOf(files.getValue())));
        }
      }
    }
    return Optional.empty();
  }

  /** The newest whose file actions stand in sidecars (version 2), up to a version. */
  Optional<Checkpoint> named(long version) {
    return Optional.ofNullable(named.floorEntry(version))
        .map(entry -> new Checkpoint(entry.getKey(), List.of(entry.getValue())));
  }
}
