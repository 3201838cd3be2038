package dev.lakeferry.web;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The file of those who may log in: one a line; empty lines and those with a # are passed over. */
public final class UsersFile {
  private final Path path;

  /** Takes where it lies; it need not be there yet. */
  public UsersFile(Path path) {
    this.path = path;
  }

  /**
   * Reads all users, by name.
   *
   * @throws IllegalStateException if it cannot be read, or a line is wrong, naming it
   */
  public Map<String, User> read() {
    Map<String, User> users = new LinkedHashMap<>();
    int number = 0;
    for (String line : lines()) {
      number++;
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      try {
        User user = User.parse(line);
        if (users.put(user.name(), user) != null) {
          throw new IllegalArgumentException("%s stands there twice".formatted(user.name()));
        }
      } catch (IllegalArgumentException e) {
        throw new IllegalStateException(
            "%s, line %d: %s. Nobody can log in until it is corrected."
                .formatted(path, number, e.getMessage()),
            e);
      }
    }
    return users;
  }

  private List<String> lines() {
    try {
      return Files.readAllLines(path);
    } catch (NoSuchFileException e) {
      throw new IllegalStateException(
          "There is no users file %s. Make it with: bin/lakeferry user add NAME --role read"
              .formatted(path),
          e);
    } catch (CharacterCodingException e) {
      throw new IllegalStateException(
          "%s is not UTF-8. Nobody can log in until it is corrected.".formatted(path), e);
    } catch (IOException e) {
      throw new IllegalStateException("%s cannot be read: %s".formatted(path, e.getMessage()), e);
    }
  }

  /** Whether it is there. */
  public boolean exists() {
    return Files.exists(path);
  }

  /** Adds a user, or replaces the one of that name. */
  public void put(User user) {
    Map<String, User> users = exists() ? read() : new LinkedHashMap<>();
    users.put(user.name(), user);
    write(users);
  }

  /** Takes a user away; false if there is none of that name. */
  public boolean remove(String name) {
    Map<String, User> users = read();
    if (users.remove(name) == null) {
      return false;
    }
    write(users);
    return true;
  }

  /** Whole at once, readable by its owner alone. */
  private void write(Map<String, User> users) {
    List<String> lines = new TreeMap<>(users).values().stream().map(User::line).toList();
    try {
      Path parent = path.toAbsolutePath().getParent();
      Files.createDirectories(parent);
      Path fresh =
          Files.createTempFile(
              parent,
              ".users",
              "",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.write(fresh, lines);
      Files.move(fresh, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new IllegalStateException(
          "%s cannot be written: %s. Nothing was changed.".formatted(path, e.getMessage()), e);
    }
  }

  /** When it last changed, in milliseconds; 0 where it is not there. */
  long version() {
    try {
      return Files.getLastModifiedTime(path).toMillis() * 31 + Files.size(path);
    } catch (IOException e) {
      return 0;
    }
  }
}
