package dev.lakeferry.demo;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;

/** Whether a file system stores extended attributes; some, such as NFS, do not. */
final class ExtendedAttributes {
  private ExtendedAttributes() {}

  /**
   * Tries to write one.
   *
   * @throws IOException if the directory's file system refuses it
   */
  static void require(Path directory) throws IOException {
    Path probe = Files.createTempFile(directory, ".lakeferry", ".probe");
    try {
      UserDefinedFileAttributeView attributes =
          Files.getFileAttributeView(probe, UserDefinedFileAttributeView.class);
      if (attributes == null) {
        throw new IOException(directory + " is on a file system without extended attributes");
      }
      attributes.write("lakeferry", ByteBuffer.wrap(new byte[] {1}));
    } finally {
      Files.delete(probe);
    }
  }
}
