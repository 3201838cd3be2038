package dev.lakeferry.verification;

import java.util.List;

/** A column's type as a tree. */
sealed interface LakeType {

  /** A type without parts, in DuckDB's words and upper case. */
  record Plain(String name) implements LakeType {
    @Override
    public String toString() {
      return name;
    }
  }

  /** A decimal number. */
  record Decimal(int width, int scale) implements LakeType {
    @Override
    public String toString() {
      return "DECIMAL(%d,%d)".formatted(width, scale);
    }
  }

  /** A list of any length. */
  record ListOf(LakeType element) implements LakeType {
    @Override
    public String toString() {
      return element + "[]";
    }
  }

  /** A map. */
  record MapOf(LakeType key, LakeType value) implements LakeType {
    @Override
    public String toString() {
      return "MAP(%s, %s)".formatted(key, value);
    }
  }

  /** Named parts. */
  record Struct(List<Field> fields) implements LakeType {
    @Override
    public String toString() {
      return "STRUCT(%s)"
          .formatted(
              String.join(", ", fields.stream().map(f -> f.name() + " " + f.type()).toList()));
    }
  }

  /** A part of a struct; names are compared without regard to case. */
  record Field(String name, LakeType type) {}

  /**
   * Reads DuckDB's notation, such as {@code STRUCT(a BIGINT, "b c" VARCHAR[])}.
   *
   * @throws IllegalArgumentException if it cannot be read
   */
  static LakeType parse(String text) {
    return new LakeTypeReader(text).whole();
  }
}
