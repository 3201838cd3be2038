package dev.lakeferry.route.reload;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The files of a routes directory at one moment, name by text. Two are equal if their texts are:
 * names are followed through symbolic links, so a Kubernetes ConfigMap, which exchanges the link
 * {@code ..data}, and a directory that was moved into place are seen like any edit, and a touched
 * file is none.
 */
record RouteFiles(SortedMap<String, String> texts) {
  static final String PATTERN = "*.camel.yaml";

  /**
   * Reads all of them.
   *
   * @throws IOException if the directory or a file in it cannot be read, or is no UTF-8
   */
  static RouteFiles read(Path directory) throws IOException {
    SortedMap<String, String> texts = new TreeMap<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory.toRealPath(), PATTERN)) {
      for (Path file : files) {
        if (Files.isRegularFile(file)) {
          texts.put(file.getFileName().toString(), text(file));
        }
      }
    }
    return new RouteFiles(texts);
  }

  private static String text(Path file) throws IOException {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (CharacterCodingException e) {
      throw new IOException(file.getFileName() + " is not UTF-8", e);
    }
  }

  boolean isEmpty() {
    return texts.isEmpty();
  }
}
