package dev.lakeferry.publish;

import dev.lakeferry.lake.Catalog;
import dev.lakeferry.lake.Column;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.Quote;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What people said of a table and its columns.
 *
 * @param columns by name; only those that something was said of
 */
record Comments(Optional<String> table, Map<String, String> columns) {
  static final Comments NONE = new Comments(Optional.empty(), Map.of());

  static Comments of(Catalog catalog, long tableId) {
    return new Comments(catalog.tableComment(tableId), catalog.columnComments(tableId));
  }

  /** Those of the table and of the columns that a successor still has, as it spells them. */
  Comments keptBy(Iterable<Column> successor) {
    Map<String, String> kept = new TreeMap<>();
    for (Column column : successor) {
      columns.forEach(
          (name, comment) -> {
            if (name.equalsIgnoreCase(column.name())) {
              kept.put(column.name(), comment);
            }
          });
    }
    return new Comments(table, kept);
  }

  /** Puts them in the place of what is said of a shadow. */
  void replace(Comments there, Shadow shadow, LakeSession session) {
    if (!table.equals(there.table)) {
      session.execute("COMMENT ON TABLE %s IS %s".formatted(shadow.quoted(), sql(table)));
    }
    Map<String, String> all = new TreeMap<>(there.columns);
    all.putAll(columns);
    for (String column : all.keySet()) {
      Optional<String> comment = Optional.ofNullable(columns.get(column));
      if (!comment.equals(Optional.ofNullable(there.columns.get(column)))) {
        session.execute(
            "COMMENT ON COLUMN %s.%s IS %s"
                .formatted(shadow.quoted(), Quote.name(column), sql(comment)));
      }
    }
  }

  private static String sql(Optional<String> comment) {
    return comment.map(Quote::text).orElse("NULL");
  }
}
