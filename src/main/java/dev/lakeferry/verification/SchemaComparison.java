package dev.lakeferry.verification;

import dev.lakeferry.lake.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The columns of a new generation beside those of the live table. */
public final class SchemaComparison {
  private final List<String> added = new ArrayList<>();
  private final List<String> vanished = new ArrayList<>();
  private final List<String> widened = new ArrayList<>();
  private final List<String> narrowed = new ArrayList<>();

  /** Compares; with no live table nothing is a change. */
  public SchemaComparison(List<Column> before, List<Column> after) {
    if (before.isEmpty()) {
      return;
    }
    for (Column column : before) {
      Optional<Column> successor = Column.find(after, column.name());
      if (successor.isEmpty()) {
        vanished.add(column.name());
      } else {
        TypeChange change =
            TypeChange.between(column.name(), column.type(), successor.get().type());
        widened.addAll(change.widened());
        narrowed.addAll(change.refused());
      }
    }
    for (Column column : after) {
      if (Column.find(before, column.name()).isEmpty()) {
        added.add(column.name() + " " + column.type());
      }
    }
  }

  /** The columns of one list that another has otherwise or not at all, as phrases. */
  static List<String> differences(List<Column> source, List<Column> table) {
    List<String> differences = new ArrayList<>();
    for (Column column : source) {
      Optional<Column> found = Column.find(table, column.name());
      if (found.isEmpty()) {
        differences.add("%s is missing in the table".formatted(column.name()));
      } else if (!found.get().type().equals(column.type())) {
        differences.add(
            "%s is %s in the source and %s in the table"
                .formatted(column.name(), column.type(), found.get().type()));
      }
    }
    for (Column column : table) {
      if (Column.find(source, column.name()).isEmpty()) {
        differences.add("%s is missing in the source".formatted(column.name()));
      }
    }
    return differences;
  }

  /** Whether a policy takes the changes without being asked. */
  boolean acceptedBy(SchemaPolicy policy) {
    return switch (policy) {
      case REPORT -> true;
      case EVOLVE -> vanished.isEmpty() && narrowed.isEmpty();
      case STRICT -> changes().isEmpty();
    };
  }

  /** Names of columns that are no more. */
  List<String> vanished() {
    return vanished;
  }

  /** A phrase for each kind of change; empty if nothing changed. */
  public List<String> changes() {
    List<String> changes = new ArrayList<>();
    tell(changes, "added", added);
    tell(changes, "widened", widened);
    tell(changes, "gone", vanished);
    tell(changes, "narrowed or of another kind", narrowed);
    return changes;
  }

  private static void tell(List<String> changes, String kind, List<String> names) {
    if (!names.isEmpty()) {
      changes.add(kind + ": " + String.join(", ", names));
    }
  }
}
