package dev.lakeferry.demo;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;

/**
 * A directory that is to hold objects as files. Not every one can: a key is a file name and may
 * have any letter, and an object's ETag stands in an extended attribute.
 */
final class ObjectDirectory {
  private ObjectDirectory() {}

  /**
   * Makes the directory and tries it out.
   *
   * @return its absolute path
   * @throws IOException if it cannot hold objects; says why and what to do
   */
  static Path prepare(Path directory) throws IOException {
    Path prepared = Files.createDirectories(directory.toAbsolutePath());
    Path probe = probe(prepared);
    Files.write(probe, new byte[0]);
    try {
      requireAttributes(probe);
    } finally {
      Files.delete(probe);
    }
    return prepared;
  }

  private static Path probe(Path directory) throws IOException {
    try {
      return directory.resolve(".lakeferry-é");
    } catch (InvalidPathException e) {
      throw new IOException(
          "the locale of this process has no name for a file 'é'; set LC_ALL=C.UTF-8", e);
    }
  }

  private static void requireAttributes(Path probe) throws IOException {
    UserDefinedFileAttributeView attributes =
        Files.getFileAttributeView(probe, UserDefinedFileAttributeView.class);
    if (attributes == null) {
      throw new IOException("its file system has no extended attributes; choose another directory");
    }
    attributes.write("lakeferry", ByteBuffer.wrap(new byte[] {1}));
  }
}
