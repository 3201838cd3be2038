package dev.lakeferry.web;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Somebody with a password: a line {@code <name>:<roles>:<hash>} of the users file.
 *
 * @param name letters, digits, dots, dashes, underscores and at signs
 * @param may what they may do
 */
public record User(String name, Set<Access> may, String passwordHash) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._@-]{1,64}");

  public User {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "a user's name has 1 to 64 letters, digits, dots, dashes, underscores and at signs");
    }
    may = Set.copyOf(may);
    PasswordHash.parse(passwordHash);
  }

  /** Makes one, hashing the password; takes a tenth of a second or more. */
  public static User of(String name, Set<Access> may, char[] password) {
    return new User(name, may, PasswordHash.of(password, PasswordHash.ROUNDS).toString());
  }

  static User parse(String line) {
    String[] parts = line.split(":", 3);
    if (parts.length != 3) {
      throw new IllegalArgumentException("a line is <name>:<roles>:<password hash>");
    }
    return new User(parts[0], roles(parts[1]), parts[2].strip());
  }

  /**
   * Reads roles: read, act, intake, separated by commas; who may act may read.
   *
   * @throws IllegalArgumentException if there is another word or none
   */
  public static Set<Access> roles(String text) {
    Set<Access> may = EnumSet.noneOf(Access.class);
    for (String role : text.split("[,\\s]+")) {
      try {
        may.add(Access.valueOf(role.strip().toUpperCase(Locale.ROOT)));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("roles are read, act and intake, not '" + role + "'", e);
      }
    }
    return withImplied(may);
  }

  static Set<Access> withImplied(Set<Access> may) {
    if (may.contains(Access.ACT)) {
      may.add(Access.READ);
    }
    return may;
  }

  /** The roles as text, in their order. */
  public String roles() {
    return may.stream()
        .sorted()
        .map(role -> role.name().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(","));
  }

  /** As a line of the file. */
  String line() {
    return name + ":" + roles() + ":" + passwordHash;
  }

  /** Without the hash. */
  @Override
  public String toString() {
    return name + ":" + roles();
  }
}
