package dev.lakeferry.verification;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What becomes of a column's type: readers of a widened one go on to find every value that they
 * could find, with the same meaning.
 */
final class TypeChange {
  private final List<String> widened = new ArrayList<>();
  private final List<String> refused = new ArrayList<>();

  private TypeChange() {}

  /** Compares the types of a column in the live table and in the new generation. */
  static TypeChange between(String column, String before, String after) {
    TypeChange change = new TypeChange();
    if (before.equals(after)) {
      return change;
    }
    try {
      change.compare(column, LakeType.parse(before), LakeType.parse(after));
    } catch (IllegalArgumentException e) {
      change.refused.add("%s: %s became %s".formatted(column, before, after));
    }
    return change;
  }

  /** A phrase for each part that was added or widened. */
  List<String> widened() {
    return widened;
  }

  /** A phrase for each part that is gone, narrower or something else. */
  List<String> refused() {
    return refused;
  }

  private void compare(String path, LakeType before, LakeType after) {
    if (before.equals(after)) {
      return;
    }
    if (before instanceof LakeType.ListOf one && after instanceof LakeType.ListOf other) {
      compare(path + "[]", one.element(), other.element());
    } else if (before instanceof LakeType.MapOf one && after instanceof LakeType.MapOf other) {
      compare(path + " (key)", one.key(), other.key());
      compare(path + " (value)", one.value(), other.value());
    } else if (before instanceof LakeType.Struct one && after instanceof LakeType.Struct other) {
      fields(path, one, other);
    } else if (Widening.holds(before, after)) {
      widened.add("%s: %s became %s".formatted(path, before, after));
    } else {
      refused.add("%s: %s became %s".formatted(path, before, after));
    }
  }

  private void fields(String path, LakeType.Struct before, LakeType.Struct after) {
    for (LakeType.Field field : before.fields()) {
      String name = path + "." + field.name();
      find(after, field)
          .ifPresentOrElse(
              found -> compare(name, field.type(), found.type()),
              () -> refused.add("%s: the field is gone".formatted(name)));
    }
    for (LakeType.Field field : after.fields()) {
      if (find(before, field).isEmpty()) {
        widened.add("%s.%s: a field was added".formatted(path, field.name()));
      }
    }
  }

  private static Optional<LakeType.Field> find(LakeType.Struct struct, LakeType.Field field) {
    return struct.fields().stream()
        .filter(other -> other.name().equalsIgnoreCase(field.name()))
        .findFirst();
  }
}
