package dev.lakeferry.generation;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.failure.RunFailure;
import dev.lakeferry.lake.Column;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.Quote;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Asks the engine itself whether files of each layout can be registered into a table of the merged
 * schema: in a scratch lake in memory, in a transaction that is always rolled back. DuckLake's
 * rules differ from DuckDB's reader (16-bit floats, two-level lists, TIME with zone, strings and
 * decimals of writers that leave out the old annotations), and a copy of the rules would age.
 *
 * <p>A rollback leaves a registered object in place (duckdb/ducklake#424); a DROP in the
 * transaction that registered it would delete it (#1258), so nothing is ever dropped here.
 */
final class Registrability {
  private static final int MOST_KNOWN = 10_000;

  /**
   * Layouts that could be registered into a table of certain columns, by both: an engine has no
   * reason to answer otherwise next time, and one that was exchanged meanwhile would refuse in the
   * transaction. A refusal names its file, so it is asked for again.
   */
  private static final Set<String> REGISTRABLE = ConcurrentHashMap.newKeySet();

  private Registrability() {}

  /** Why files of a layout cannot be registered, by layout. */
  static Map<String, String> refusals(
      LakeSession session, List<Column> columns, Map<String, String> representatives) {
    String definitions = definitions(columns);
    Map<String, String> unknown = new TreeMap<>(representatives);
    unknown.keySet().removeIf(signature -> REGISTRABLE.contains(key(signature, definitions)));
    if (unknown.isEmpty()) {
      return Map.of();
    }
    Map<String, String> refusals = ask(session, definitions, unknown);
    if (REGISTRABLE.size() > MOST_KNOWN) {
      REGISTRABLE.clear();
    }
    unknown.keySet().stream()
        .filter(signature -> !refusals.containsKey(signature))
        .forEach(signature -> REGISTRABLE.add(key(signature, definitions)));
    return refusals;
  }

  private static String key(String signature, String definitions) {
    return signature + ' ' + definitions;
  }

  private static Map<String, String> ask(
      LakeSession session, String definitions, Map<String, String> representatives) {
    Map<String, String> refusals = new TreeMap<>();
    String scratch = "scratch_" + UUID.randomUUID().toString().replace("-", "");
    session.execute(
        "ATTACH 'ducklake::memory:' AS %s (DATA_PATH '/nonexistent/', DATA_INLINING_ROW_LIMIT 0)"
            .formatted(scratch));
    try {
      // Around the transactions, since in one that failed the mode could not be left.
      Supplier<Void> trials =
          () -> {
            representatives.forEach(
                (signature, uri) -> {
                  String refusal =
                      TwoLevelLists.refusal(session, uri)
                          .orElseGet(() -> refusal(session, scratch, definitions, uri));
                  if (refusal != null) {
                    refusals.put(signature, refusal);
                  }
                });
            return null;
          };
      if (representatives.values().stream().anyMatch(Registrability::pattern)) {
        session.withExactKeysInLake(trials);
      } else {
        trials.get();
      }
    } finally {
      session.execute("DETACH " + scratch);
    }
    return refusals;
  }

  /** Whether DuckDB would read more from a key than its characters. */
  private static boolean pattern(String uri) {
    return uri.chars().anyMatch(c -> "?*[{".indexOf(c) >= 0);
  }

  private static String refusal(
      LakeSession session, String scratch, String definitions, String uri) {
    session.execute("BEGIN");
    try {
      session.execute("CREATE TABLE %s.main.probe (%s)".formatted(scratch, definitions));
      session.query(
          """
          CALL ducklake_add_data_files(
            ?, 'probe', [?], schema => 'main', allow_missing => true, hive_partitioning => false)
          """,
          row -> null,
          scratch,
          uri);
      return null;
    } catch (FinalFailure e) {
      return e.getMessage();
    } finally {
      rollback(session);
    }
  }

  private static void rollback(LakeSession session) {
    try {
      session.execute("ROLLBACK");
    } catch (RunFailure e) {
      throw new IllegalStateException("The scratch lake could not be rolled back.", e);
    }
  }

  private static String definitions(List<Column> columns) {
    return columns.stream()
        .map(column -> Quote.name(column.name()) + " " + column.type())
        .collect(Collectors.joining(", "));
  }
}
