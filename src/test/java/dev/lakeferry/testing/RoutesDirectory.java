package dev.lakeferry.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** A copy of the shipped routes that a test may edit. */
public record RoutesDirectory(Path path) {
  private static final Path SHIPPED = Path.of(System.getProperty("lakeferry.home", "."), "routes");

  /** Copies the shipped files into it. */
  public static RoutesDirectory at(Path path) {
    try {
      Files.createDirectories(path);
      for (Path yaml : shipped()) {
        Files.copy(yaml, path.resolve(yaml.getFileName().toString()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new RoutesDirectory(path);
  }

  /** The shipped files. */
  public static List<Path> shipped() {
    try (var files = Files.list(SHIPPED)) {
      return files.filter(file -> file.toString().endsWith(".camel.yaml")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String read(String name) {
    try {
      return Files.readString(path.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes a file whole at once, as editors do. */
  public void write(String name, String text) {
    try {
      Path edited = path.resolve(name + ".edited");
      Files.writeString(edited, text);
      Files.move(edited, path.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Replaces a text that must be there. */
  public void edit(String name, String before, String after) {
    String text = read(name);
    if (!text.contains(before)) {
      throw new IllegalArgumentException(name + " does not hold " + before);
    }
    write(name, text.replace(before, after));
  }

  public void delete(String name) {
    try {
      Files.delete(path.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
