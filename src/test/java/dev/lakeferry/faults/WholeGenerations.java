package dev.lakeferry.faults;

import dev.lakeferry.lake.EmbeddedLake;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.testing.Threads;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * A reader in the background, with a DuckDB of its own: each time it looks at a table it must see
 * one whole generation, and never an older one than before.
 */
final class WholeGenerations implements AutoCloseable {
  private final EmbeddedLake lake;
  private final Set<String> tables = ConcurrentHashMap.newKeySet();
  private final Map<String, Long> seen = new ConcurrentHashMap<>();
  private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
  private final AtomicLong looks = new AtomicLong();
  private final Thread thread;
  private volatile boolean closed;

  WholeGenerations(EmbeddedLake lake) {
    this.lake = lake;
    thread = Threads.start("reader of whole generations", this::read);
  }

  void watch(String table) {
    tables.add(table);
  }

  /** What was seen since the last call and should not have been; empty if all was well. */
  List<String> takeWrong() {
    List<String> taken = new ArrayList<>();
    for (String one = wrong.poll(); one != null; one = wrong.poll()) {
      taken.add(one);
    }
    return taken;
  }

  long looks() {
    return looks.get();
  }

  private void read() {
    while (!closed) {
      List<String> all = List.copyOf(tables);
      for (String table : all) {
        look(table);
      }
      try {
        Thread.sleep(all.isEmpty() ? 100 : 5);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void look(String table) {
    if (closed) {
      return;
    }
    try (LakeSession session = lake.open("reader")) {
      session.query(
          Carried.whole(table),
          row -> {
            looks.incrementAndGet();
            if (!row.getBoolean(1)) {
              wrong.add(table + " held " + row.getString(2));
            }
            long generation = row.getLong(3);
            if (seen.getOrDefault(table, 0L) > generation) {
              wrong.add(table + " went back to " + row.getString(2));
            }
            seen.put(table, generation);
            return null;
          });
    } catch (RuntimeException e) {
      String told = String.valueOf(e.getMessage());
      if (!isAbsence(told)) {
        wrong.add(table + " could not be read: " + told);
      }
    }
  }

  /** The table is not there yet, or the catalog's server is down just now. */
  private static boolean isAbsence(String told) {
    String lower = told.toLowerCase(Locale.ROOT);
    return (lower.contains("does not exist") && lower.contains("catalog error"))
        || Stream.of(
                "could not be reached",
                "connection",
                "engine broke",
                "invalidated",
                // Of the reader's own transaction, whose connection was lost at its first question.
                "current transaction is aborted")
            .anyMatch(lower::contains);
  }

  @Override
  public void close() {
    closed = true;
    try {
      thread.join(10_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    lake.close();
  }
}
