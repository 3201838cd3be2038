package dev.lakeferry.generation;

import dev.lakeferry.lake.Column;
import dev.lakeferry.lake.Quote;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The log's partition values in SQL: one row a file, {@code uri} and {@code v0}, {@code v1}, …. */
record PartitionValues(List<String> keys, List<LoggedFile> files) {

  /** Those of some files alone. */
  PartitionValues of(List<String> uris) {
    Set<String> wanted = new HashSet<>(uris);
    return new PartitionValues(
        keys, files.stream().filter(file -> wanted.contains(file.uri())).toList());
  }

  String relation() {
    StringBuilder sql = new StringBuilder("(SELECT unnest(?) AS uri");
    for (int k = 0; k < keys.size(); k++) {
      sql.append(", unnest(?) AS v").append(k);
    }
    return sql.append(")").toString();
  }

  List<Object> parameters() {
    List<Object> parameters = new ArrayList<>();
    parameters.add(files.stream().map(LoggedFile::uri).toList());
    for (int k = 0; k < keys.size(); k++) {
      int key = k;
      List<String> values = new ArrayList<>();
      files.forEach(file -> values.add(file.partition().get(key)));
      parameters.add(values);
    }
    return parameters;
  }

  /** A partition column, selected from the relation by an alias; empty for any other column. */
  Optional<String> selected(Column column, String alias) {
    for (int k = 0; k < keys.size(); k++) {
      if (keys.get(k).equalsIgnoreCase(column.name())) {
        return Optional.of(
            "CAST(%s.v%d AS %s) AS %s"
                .formatted(alias, k, column.type(), Quote.name(column.name())));
      }
    }
    return Optional.empty();
  }
}
